import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { errorCode } from '@firstyear/processes/error-code';
import type pg from 'pg';
import { type FileStore, isObjectKey } from '../adapters/object-store/object-store.ts';
import { type InstallationSecret, secretIds } from '../crypto/secret.ts';
import { countTables, nameOf, quote, readQueueVersion, setSequences } from '../db/backup/catalog.ts';
import { copyTableIn, hashFile } from '../db/backup/copy-table.ts';
import { connectPatiently } from '../db/backup/snapshot.ts';
import { migrate, migrationFiles } from '../db/migrate.ts';
import {
  type BackupRun,
  countRows,
  type Manifest,
  OBJECTS_FOLDER,
  OBJECTS_LIST,
  type ObjectLine,
  objectLineSchema,
  readManifest,
} from './backup-manifest.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import { OperatorError, UsageError } from './operator-error.ts';

export interface RestoreDependencies extends BackupRun {
  /** As the role that owns the tables. */
  readonly databaseUrl: string;
  readonly objects: FileStore;
  /** Makes the tables of the job queue, and its queues. */
  readonly installJobs: (databaseUrl: string) => Promise<void>;
}

/** Files restored at once. Each is held in memory: a megabyte, or a print. */
const CONCURRENCY = 4;
const PROGRESS_STEP = 1_000;
/** A table that exists during a restore. If the restore is killed, the next one finds it and clears the database. */
const MARKER = 'restore_under_way';

async function* readObjects(folder: string): AsyncGenerator<ObjectLine> {
  const input = createReadStream(path.join(folder, OBJECTS_LIST));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield objectLineSchema.parse(JSON.parse(line));
  }
}

/** The hash of a file, if it exists. */
const findHash = (file: string) =>
  hashFile(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });

const damaged = (name: string) =>
  new OperatorError(`The backup is damaged at ${name}: it is not what was written there. Nothing has been restored.`);

/** Reads everything once, to refuse a damaged backup before anything is restored. */
async function requireWhole(
  { print, interruption }: BackupRun,
  folder: string,
  { tables, objects }: Manifest,
): Promise<void> {
  print('Reading the backup…');
  const requireHash = async (file: string, sha256: string, name = file) => {
    interruption.throwIfAborted();
    if ((await findHash(path.join(folder, file))) !== sha256) throw damaged(name);
  };
  for (const { file, sha256 } of tables) await requireHash(file, sha256);
  await requireHash(OBJECTS_LIST, objects.sha256);
  for await (const { key, sha256 } of readObjects(folder)) {
    if (!isObjectKey(key)) throw damaged(key);
    await requireHash(path.join(OBJECTS_FOLDER, key), sha256, key);
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

/** Throws OperatorError unless the database is empty. Clears what a killed restore has left. */
async function requireEmpty(client: pg.Client): Promise<void> {
  if ((await countTables(client)) === 0) return;
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('public.${MARKER}')`);
  if (rows.length === 0) {
    throw new OperatorError('The database has tables already. Restore into an empty database: nothing is overwritten.');
  }
  await clearDatabase(client);
}

const clearDatabase = (client: pg.Client) =>
  client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public');

async function loadTables(
  { print, interruption }: RestoreDependencies,
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
    if (count > 0) print(`${nameOf(table)}: ${count} rows`);
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

/** Whether the store has this file already. Throws OperatorError if it has another one under its key. */
async function isThere(objects: FileStore, { key, sha256 }: ObjectLine): Promise<boolean> {
  const found = await objects.get(key);
  if (!found) return false;
  if (hash('sha256', await buffer(found.stream)) === sha256) return true;
  throw new OperatorError(`The store has another file at ${key}. Restore into an empty store: nothing is overwritten.`);
}

/** Stores every file that the store lacks, or none of them if one fails. Returns a function that removes them. */
async function restoreObjects(
  { objects, print, interruption }: RestoreDependencies,
  folder: string,
): Promise<() => Promise<void>> {
  // Files are started in the order of the list, so a count says which; a season has too many to remember their keys.
  let begun = 0;
  let done = 0;
  /** Keys in the store before the restore, or not checked yet. */
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
      if (done % PROGRESS_STEP === 0) print(`${done} files`);
    });
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** A backup that this installation can restore, unless its files are damaged. */
interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Reads every file, on the first call. Throws OperatorError when one is damaged. */
  requireWhole(): Promise<void>;
}

/** Opens a backup for an installation with this secret. Throws OperatorError when it can never be restored there. */
export async function openBackup(
  deps: BackupRun & { readonly secret: InstallationSecret | undefined },
  folder: string,
): Promise<Backup> {
  const manifest = await readManifest(folder);
  await requireKnown(manifest, deps.secret);
  let reading: Promise<void> | undefined;
  return { folder, manifest, requireWhole: () => (reading ??= requireWhole(deps, folder, manifest)) };
}

/**
 * Restores a backup into an empty database and its files into the store: all or nothing. Migrates a backup of an earlier
 * version. Returns a summary.
 */
export async function restore(deps: RestoreDependencies, backup: Backup): Promise<string> {
  const { folder, manifest } = backup;
  const client = await connectPatiently(deps.databaseUrl);
  try {
    // First, since reading the backup takes long.
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
  return `Restored as of ${manifest.made_at}: ${manifest.tables.length} tables with ${countRows(manifest)} rows, ${manifest.objects.count} files. Start the product; people who were logged in then may have to log in again. The office's exports are listed without their files: start those you need again.`;
}
