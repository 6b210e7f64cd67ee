import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

export interface MigrationFile {
  /** The file's name, such as 0001_initial.sql; files run in the order of their names. */
  readonly name: string;
  readonly sql: string;
}

/** The database's history and the files do not agree. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Any number, the same for every process that migrates: the name of the advisory lock. */
const LOCK = 7_310_426_115;

export async function migrationFiles(folder = new URL('./migrations/', import.meta.url)): Promise<MigrationFile[]> {
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

/**
 * Brings the database up to date: the files that it does not have yet, in order, each in a transaction of its own.
 * Processes that migrate at once wait for each other. Refuses when an earlier file is missing or was changed.
 * Returns the names of the files that were applied.
 */
export async function migrate(databaseUrl: string, files?: readonly MigrationFile[]): Promise<readonly string[]> {
  const all = files ?? (await migrationFiles());
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const history = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration order by name',
    );
    refuseChangedHistory(history.rows, all);
    const open = all.slice(history.rows.length);
    for (const file of open) {
      try {
        await client.query('begin');
        await client.query(file.sql);
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
          file.name,
          checksumOf(file.sql),
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new MigrationError(`${file.name} failed and was rolled back.`, { cause: error });
      }
    }
    return open.map((file) => file.name);
  } finally {
    await client.end();
  }
}
