import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { errorCode } from '@firstyear/processes/error-code';
import type pg from 'pg';
import { type FileStore, isObjectKey } from '../adapters/object-store/object-store.ts';
import type { InstallationSecret } from '../crypto/secret.ts';
import { secretIds } from '../crypto/secret.ts';
import { countTables, nameOf, quote, readQueueVersion, setSequences } from '../db/backup/catalog.ts';
import { copyTableIn, hashFile } from '../db/backup/copy-table.ts';
import { connectPatiently } from '../db/backup/snapshot.ts';
import { migrate, migrationFiles } from '../db/migrate.ts';
import {
  type Manifest,
  OBJECTS_FOLDER,
  OBJECTS_LIST,
  type ObjectLine,
  objectLineSchema,
  readManifest,
} from './backup-manifest.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import { OperatorError, UsageError } from './operator-error.ts';

interface Run {
  readonly tell: (line: string) => void;
  /** Aborted when the command is interrupted. */
  readonly interruption: AbortSignal;
}

export interface RestoreDependencies extends Run {
  /** As the role that owns the tables. */
  readonly databaseUrl: string;
  readonly objects: FileStore;
  /** Makes the tables of the job queue, and its queues. */
  readonly installJobs: (databaseUrl: string) => Promise<void>;
}

/** Files that are put back at a time: each is in memory as a whole, of one megabyte or a print. */
const CONCURRENCY = 4;
const PROGRESS_STEP = 1_000;
/** There while a restore is under way: what it leaves when it is killed is cleared away by the next one. */
const MARKER = 'restore_under_way';

async function* readObjects(folder: string): AsyncGenerator<ObjectLine> {
  const input = createReadStream(path.join(folder, OBJECTS_LIST));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield objectLineSchema.parse(JSON.parse(line));
  }
}

const damaged = (file: string) =>
  new OperatorError(`The backup is damaged at ${file}: it is not what was written there. Nothing has been restored.`);

async function hashOr(file: string): Promise<string | undefined> {
  try {
    return await hashFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads everything once, so that a damaged backup is refused before anything is begun. */
async function requireWhole({ tell, interruption }: Run, folder: string, { tables, objects }: Manifest): Promise<void> {
  tell('Reading the backup…');
  for (const { file, sha256 } of tables) {
    interruption.throwIfAborted();
    if ((await hashOr(path.join(folder, file))) !== sha256) throw damaged(file);
  }
  if ((await hashOr(path.join(folder, OBJECTS_LIST))) !== objects.sha256) throw damaged(OBJECTS_LIST);
  for await (const { key, sha256 } of readObjects(folder)) {
    interruption.throwIfAborted();
    if (!isObjectKey(key) || (await hashOr(path.join(folder, OBJECTS_FOLDER, key))) !== sha256) throw damaged(key);
  }
}

const WRONG_KEY =
  'This backup belongs to another secret key than the one that is set (SECRET_KEY, or the file secret-key in DATA_DIR). Put the key that was kept with the backup there, and try again.';

const NO_KEY =
  'This backup needs the secret key that was kept with it. Put it there first (SECRET_KEY, or the file secret-key in DATA_DIR).';

async function requireKnown(manifest: Manifest, secret: InstallationSecret | undefined): Promise<void> {
  if (secret === undefined && manifest.secret_keys.length > 0) throw new UsageError(NO_KEY);
  const known = new Set<string>(secret && secretIds(secret));
  if (!manifest.secret_keys.every((id) => known.has(id))) throw new OperatorError(WRONG_KEY);
  const files = new Set((await migrationFiles()).map(({ name }) => name));
  const newer = manifest.migrations.find(({ name }) => !files.has(name));
  if (newer) {
    throw new OperatorError(
      `This backup is of a newer version of the product (it has ${newer.name}). Restore it with that version.`,
    );
  }
}

/** Raises a sentence unless the database is empty, or what is there is of a restore that was killed. */
async function requireEmpty(client: pg.Client): Promise<void> {
  if ((await countTables(client)) === 0) return;
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('public.${MARKER}')`);
  if (rows.length === 0) {
    throw new OperatorError('The database has tables already. Restore into an empty database: nothing is overwritten.');
  }
  await clearDatabase(client);
}

async function clearDatabase(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public');
}

async function loadTables(
  { tell, interruption }: RestoreDependencies,
  client: pg.Client,
  folder: string,
  { tables, queue }: Manifest,
) {
  if ((await readQueueVersion(client)) !== queue) {
    throw new OperatorError(
      'This backup was made with another version of the job queue. Restore it with the version of the product that made it, and update then.',
    );
  }
  await client.query('begin');
  for (const table of tables) {
    const { rows } = await client.query(`select from ${quote(table)} limit 1`);
    if (rows.length > 0) await client.query(`delete from ${quote(table)}`);
    const count = await copyTableIn(client, table, path.join(folder, table.file), interruption);
    if (count !== table.rows) throw new Error(`${nameOf(table)} has ${count} rows instead of ${table.rows}.`);
    if (count > 0) tell(`${nameOf(table)}: ${count} rows`);
  }
  await setSequences(client);
  interruption.throwIfAborted();
  await client.query('commit');
}

async function restoreDatabase(deps: RestoreDependencies, client: pg.Client, folder: string, manifest: Manifest) {
  const applied = new Set(manifest.migrations.map(({ name }) => name));
  const files = await migrationFiles();
  await client.query(`create table ${MARKER} ()`);
  try {
    await migrate(
      deps.databaseUrl,
      files.filter(({ name }) => applied.has(name)),
    );
    await deps.installJobs(deps.databaseUrl);
    await loadTables(deps, client, folder, manifest);
    await migrate(deps.databaseUrl, files);
    await client.query(`drop table ${MARKER}`);
  } catch (error) {
    await client.query('rollback');
    await clearDatabase(client);
    throw error;
  }
}

/** Whether the store has this file already. Raises a sentence when it has another one in its place. */
async function isThere(objects: FileStore, { key, sha256 }: ObjectLine): Promise<boolean> {
  const found = await objects.get(key);
  if (!found) return false;
  const hash = createHash('sha256');
  hash.update(await buffer(found.stream));
  if (hash.digest('hex') === sha256) return true;
  throw new OperatorError(`The store has another file at ${key}. Restore into an empty store: nothing is overwritten.`);
}

/** Puts back every file that the store lacks; those that it did put back go again when one fails. */
async function restoreObjects(
  { objects, tell, interruption }: RestoreDependencies,
  folder: string,
): Promise<() => Promise<void>> {
  // Files are begun in the order of the list, so a number says which, and a season has too many to remember those put back.
  let begun = 0;
  let done = 0;
  /** What was in the store before, or may have been. */
  const others = new Set<string>();
  const undo = async () => {
    let left = begun;
    for await (const { key } of readObjects(folder)) {
      if (left === 0) return;
      left -= 1;
      if (!others.has(key)) await objects.delete(key);
    }
  };
  try {
    await forEachAtOnce(readObjects(folder), CONCURRENCY, async (line) => {
      begun += 1;
      others.add(line.key);
      interruption.throwIfAborted();
      if (!(await isThere(objects, line))) {
        others.delete(line.key);
        await objects.put(line.key, await readFile(path.join(folder, OBJECTS_FOLDER, line.key)));
      }
      done += 1;
      if (done % PROGRESS_STEP === 0) tell(`${done} files`);
    });
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** A backup that this installation can restore, as far as that can be told before its files are read. */
export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Reads every file, the first time that it is asked. Raises a sentence when one is damaged. */
  requireWhole(): Promise<void>;
}

/** Opens a backup for an installation with this secret. Raises a sentence when it can never be restored there. */
export async function openBackup(
  deps: Run & { readonly secret: InstallationSecret | undefined },
  folder: string,
): Promise<Backup> {
  const manifest = await readManifest(folder);
  await requireKnown(manifest, deps.secret);
  let reading: Promise<void> | undefined;
  const read = () => {
    reading ??= requireWhole(deps, folder, manifest);
    return reading;
  };
  return { folder, manifest, requireWhole: read };
}

/**
 * Puts a backup back into an empty database, and its files into the store: all of it or, when something fails, nothing. A
 * backup of an earlier version is brought up to date. Returns what was restored.
 */
export async function restore(deps: RestoreDependencies, backup: Backup): Promise<string> {
  const { folder, manifest } = backup;
  const client = await connectPatiently(deps.databaseUrl);
  try {
    // Before the backup is read, which takes long.
    await requireEmpty(client);
    await backup.requireWhole();
    const undo = await restoreObjects(deps, folder);
    try {
      await restoreDatabase(deps, client, folder, manifest);
    } catch (error) {
      await undo();
      throw error;
    }
  } finally {
    await client.end();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return `Restored as of ${manifest.made_at}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.objects.count} files. Start the product; people who were logged in then may have to log in again.`;
}
