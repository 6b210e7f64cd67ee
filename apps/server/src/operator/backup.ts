import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '@firstyear/processes/error-code';
import type pg from 'pg';
import type { FileStore } from '../adapters/object-store/object-store.ts';
import { beginBackup } from '../db/backup/backup-lock.ts';
import { countTables, listTables, nameOf, readQueueVersion, type Table } from '../db/backup/catalog.ts';
import { copyTableOut, hashInto } from '../db/backup/copy-table.ts';
import { connectPatiently, openSnapshot } from '../db/backup/snapshot.ts';
import { CONNECTIONS } from '../db/connections.ts';
import { readHistory } from '../db/migrate.ts';
import type { Db } from '../db/transaction.ts';
import { audit, operatorActor } from '../modules/audit/service.ts';
import { listStoredKeys } from '../modules/operations/backup/stored-keys.ts';
import { listKeyIds } from '../modules/operations/secret-key/service.ts';
import {
  type BackupRun,
  countRows,
  MANIFEST_FILE,
  type Manifest,
  OBJECTS_FOLDER,
  OBJECTS_LIST,
  type ObjectLine,
  TABLES_FOLDER,
} from './backup-manifest.ts';
import type { DatabaseDependencies } from './command.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import { requireNewPlace } from './new-file.ts';
import { OperatorError } from './operator-error.ts';
import { openStoredFiles } from './stored-files.ts';

export interface BackupDependencies extends BackupRun {
  /** As the role that owns the tables. */
  readonly databaseUrl: string;
  readonly objects: Pick<FileStore, 'get'>;
  readonly clock: () => Date;
}

/** Tables, and then files, copied at once. */
const CONCURRENCY = CONNECTIONS.backup.copying;
const PROGRESS_STEP = 1_000;
const FOR_OWNER = { mode: 0o700 } as const;

async function copyTables(
  clients: readonly pg.Client[],
  tables: readonly Table[],
  folder: string,
  interruption: AbortSignal,
) {
  const copied: Manifest['tables'] = [];
  await mkdir(path.join(folder, TABLES_FOLDER), FOR_OWNER);
  await forEachAtOnce(tables, clients.length, async (table, lane) => {
    const client = clients[lane];
    if (!client) throw new Error('There is a lane without a connection.');
    const file = `${TABLES_FOLDER}/${nameOf(table)}.copy.gz`;
    copied.push({ ...table, file, ...(await copyTableOut(client, table, path.join(folder, file), interruption)) });
  });
  const order = tables.map(nameOf);
  return copied.sort((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
}

/** Copies a stored file into an empty file. Undefined if it isn't in the store. */
async function copyObject(
  { objects, interruption: signal }: Pick<BackupDependencies, 'objects' | 'interruption'>,
  key: string,
  file: string,
): Promise<ObjectLine | undefined> {
  const found = await objects.get(key);
  if (!found) return undefined;
  const hash = createHash('sha256');
  await pipeline(found.stream, hashInto(hash), createWriteStream(file, { flags: 'r+', flush: true }), { signal });
  return { key, size: found.info.size, sha256: hash.digest('hex') };
}

/** Creates an empty file for its owner alone. Returns false if it exists. */
async function makeFile(file: string): Promise<boolean> {
  await mkdir(path.dirname(file), { ...FOR_OWNER, recursive: true });
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function copyObjects(deps: BackupDependencies, db: Db, folder: string) {
  const { print, interruption } = deps;
  await mkdir(path.join(folder, OBJECTS_FOLDER), FOR_OWNER);
  const list = await open(path.join(folder, OBJECTS_LIST), 'wx', 0o600);
  let listed = Promise.resolve();
  const hash = createHash('sha256');
  const missing = new Set<string>();
  let [count, bytes] = [0, 0];
  try {
    await forEachAtOnce(listStoredKeys(db), CONCURRENCY, async ({ key, isNeeded }) => {
      interruption.throwIfAborted();
      // Several rows may name a file: if it exists, it was copied already. A season has too many keys to remember them.
      const file = path.join(folder, OBJECTS_FOLDER, key);
      if (!(await makeFile(file))) return;
      const copied = await copyObject(deps, key, file);
      if (!copied) {
        await rm(file);
        if (isNeeded) missing.add(key);
        return;
      }
      const line = `${JSON.stringify(copied)}\n`;
      hash.update(line);
      // One at a time, in the order of the hash.
      listed = listed.then(() => list.appendFile(line));
      await listed;
      count += 1;
      bytes += copied.size;
      if (count % PROGRESS_STEP === 0) print(`${count} files`);
    });
    await list.sync();
  } finally {
    await list.close();
  }
  return { objects: { count, bytes, sha256: hash.digest('hex') }, missing: [...missing] };
}

async function fill(deps: BackupDependencies, folder: string): Promise<{ manifest: Manifest; missing: string[] }> {
  const lock = await connectPatiently(deps.databaseUrl);
  try {
    if (!(await beginBackup(lock))) throw new OperatorError('Another backup of this database is being made.');
    const snapshot = await openSnapshot(deps.databaseUrl, CONCURRENCY);
    try {
      const made_at = deps.clock().toISOString();
      deps.print('The moment of this backup is now.');
      const [client] = snapshot.clients;
      if (!client) throw new Error('There is no connection.');
      if ((await countTables(client)) === 0)
        throw new OperatorError('The database is empty: there is nothing to back up.');
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      const queue = await readQueueVersion(client);
      const tables = await copyTables(snapshot.clients, await listTables(client), folder, deps.interruption);
      deps.print(`${tables.length} tables with ${countRows({ tables })} rows`);
      const { objects, missing } = await copyObjects(deps, snapshot.db, folder);
      const manifest: Manifest = {
        format: 'firstyear backup 1',
        made_at,
        postgresql: rows[0]?.server_version ?? '',
        migrations: [...(await readHistory(client))],
        queue: queue ?? 0,
        secret_keys: [...(await listKeyIds(snapshot.db))],
        tables,
        objects,
      };
      return { manifest, missing };
    } finally {
      await snapshot.close();
    }
  } finally {
    await lock.end();
  }
}

/** Creates the folder in which the backup grows, beside its final place. */
async function makeDraft(folder: string): Promise<string> {
  await requireNewPlace(folder, 'folder');
  const draft = `${folder}.part`;
  try {
    await mkdir(draft, FOR_OWNER);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      throw new OperatorError(
        `${draft} is of a backup that is being made, or was broken off. Wait for it, or delete that folder.`,
      );
    }
    throw error;
  }
  return draft;
}

const KEY_REMINDER =
  "Not in it: the secret key (SECRET_KEY, or the file secret-key in DATA_DIR), without which sealed answers can never be read again. Keep it with the backup, but apart from it. Variables, mails kept as files, and the files of the office's exports are not in it either.";

/**
 * Copies a snapshot of the database and the stored files into a new folder, while the product runs. A failure leaves nothing
 * behind. Returns a summary; throws OperatorError, with the backup made, when the store lacks files.
 */
export async function backUp(deps: BackupDependencies, place: string): Promise<string> {
  // Without the trailing slash that shells add.
  const folder = path.resolve(place);
  const draft = await makeDraft(folder);
  try {
    const { manifest, missing } = await fill(deps, draft);
    deps.interruption.throwIfAborted();
    await writeFile(path.join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(draft, folder);
    const { tables, objects } = manifest;
    const megabytes = (objects.bytes / 1e6).toFixed(1);
    const summary = `${folder}: ${tables.length} tables with ${countRows(manifest)} rows, ${objects.count} files (${megabytes} MB), as of ${manifest.made_at}.\n${KEY_REMINDER}`;
    if (missing.length === 0) return summary;
    throw new OperatorError(
      `${summary}\n${missing.length} files that the database names are not in the store:\n${missing.map((key) => `  ${key}`).join('\n')}`,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Makes a backup of the product and audits it; see backUp(). */
export async function backUpInstallation(
  { db, clock, settings, operator }: Pick<DatabaseDependencies, 'db' | 'clock' | 'settings' | 'operator'>,
  run: BackupRun,
  folder: string,
): Promise<string> {
  const objects = await openStoredFiles(settings);
  const made = await backUp({ databaseUrl: settings.databaseUrl, objects, clock, ...run }, folder);
  await audit(db, { kind: 'backup_made', by: operatorActor({ operator }), accountId: null, at: clock() });
  return made;
}
