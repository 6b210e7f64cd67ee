import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from '@firstyear/processes/error-code';
import type pg from 'pg';
import { ErrorForPeople } from '../process/error-for-people.ts';
import { StartRefusal } from '../process/start-refusal.ts';
import { connectClient } from './connections.ts';
import type { Db } from './transaction.ts';

export interface MigrationFile {
  /** The file's name, such as 0001_first.sql; files run in the order of their names. */
  readonly name: string;
  readonly sql: string;
}

/** The database's history contradicts the files, or a file cannot be applied; a sentence for the operator. */
export class MigrationError extends ErrorForPeople {
  override readonly name = 'MigrationError';
}

/** An arbitrary number: the advisory lock of processes that migrate. */
const LOCK = 7_310_426_115;

/** The migrations of this version in the order of their numbers. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const folder = new URL('./migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })));
}

const checksumOf = (sql: string) => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

function refuseChangedHistory(applied: readonly { name: string; checksum: string }[], files: readonly MigrationFile[]) {
  for (const [position, { name, checksum }] of applied.entries()) {
    const file = files[position];
    if (file === undefined || !files.some((other) => other.name === name)) {
      throw new MigrationError(
        `The database was migrated with ${name}, which is missing here. Is this an older version?`,
      );
    }
    if (file.name !== name) {
      throw new MigrationError(
        `${file.name} comes before ${name}, which the database already has. Give it a later number.`,
      );
    }
    if (checksumOf(file.sql) !== checksum) {
      throw new MigrationError(`${name} was changed after the database was migrated with it. Add a new file instead.`);
    }
  }
}

/** How long a migration waits for a locked table. */
interface LockRetries {
  /** Applicants' calls queue behind a waiting migration, so each wait is short. */
  readonly lockTimeoutMs: number;
  readonly attempts: number;
  /** Between two attempts, so that queued queries go first. */
  readonly pause: () => Promise<void>;
}

const LOCK_RETRIES: LockRetries = { lockTimeoutMs: 3_000, attempts: 20, pause: () => setTimeout(3_000) };

/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

async function applyFile(client: pg.Client, file: MigrationFile, retries: LockRetries): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${retries.lockTimeoutMs}`);
      await client.query(file.sql);
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
        file.name,
        checksumOf(file.sql),
      ]);
      await client.query('commit');
      return;
    } catch (cause) {
      await client.query('rollback');
      if (errorCode(cause) !== LOCK_NOT_AVAILABLE) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new MigrationError(`${file.name} failed and was rolled back (${reason}).`, { cause });
      }
      if (attempt >= retries.attempts) {
        throw new MigrationError(
          `${file.name} needs a table that something else has been using all the time. Nothing has changed; end what runs for long in the database, and try again.`,
          { cause },
        );
      }
      await retries.pause();
    }
  }
}

/** The files that a database was migrated with, in order. */
async function readHistory(client: pg.Client): Promise<readonly { name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  );
  return rows;
}

/**
 * Applies the files that the database does not have yet, in order, each in its own transaction. Parallel migrations wait for
 * each other. Refuses when a file is missing or was changed, and fails when tables stay locked. Returns the names of the applied files.
 */
export async function migrate(
  databaseUrl: string,
  files?: readonly MigrationFile[],
  retries: LockRetries = LOCK_RETRIES,
): Promise<readonly string[]> {
  const all = files ?? (await migrationFiles());
  const client = await connectClient(databaseUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const history = await readHistory(client);
    refuseChangedHistory(history, all);
    const open = all.slice(history.length);
    for (const file of open) await applyFile(client, file, retries);
    return open.map((file) => file.name);
  } finally {
    await client.end();
  }
}

/** The database is older than this version. */
export class OutdatedSchema extends ErrorForPeople {
  override readonly name = 'OutdatedSchema';
}

export const NEWER_SCHEMA =
  'The database is of a newer version. This one works with it until that version takes away what is not needed any more.';

/** Migrations that remove something that earlier versions use. */
const CONTRACTING = /[.]contract[.]sql$/;

async function selectApplied(db: Db): Promise<readonly string[]> {
  try {
    const rows = await db.selectFrom('schema_migration').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  } catch (error) {
    // 42P01: no such table, since nothing was migrated yet.
    if (errorCode(error) === '42P01') return [];
    throw error;
  }
}

/**
 * Checks the schema: 'known' is this version's, 'newer' a compatible later one. Throws OutdatedSchema if a migration of this
 * version is missing, and StartRefusal if a newer version has removed something.
 */
export async function checkSchema(db: Db, files?: readonly MigrationFile[]): Promise<'known' | 'newer'> {
  const known = (files ?? (await migrationFiles())).map((file) => file.name);
  const applied = await selectApplied(db);
  const missing = known.find((name) => !applied.includes(name));
  if (missing !== undefined) {
    throw new OutdatedSchema(
      `The database lacks ${missing}, which this version needs. Run migrate.ts of this version first (npm start does).`,
    );
  }
  const foreign = applied.filter((name) => !known.includes(name));
  const contracting = foreign.find((name) => CONTRACTING.test(name));
  if (contracting !== undefined) {
    throw new StartRefusal(
      `The database was changed by ${contracting} of a newer version, which this one cannot work with. Start the newer version, or put back a backup from before the update.`,
    );
  }
  return foreign.length > 0 ? 'newer' : 'known';
}
