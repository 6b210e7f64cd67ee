import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import { beginBackup } from '../db/backup/backup-lock.ts';
import { countTables, listTables, nameOf, readQueueVersion, type Table } from '../db/backup/catalog.ts';
import { copyTableOut, hashInto } from '../db/backup/copy-table.ts';
import { connectPatiently, openSnapshot } from '../db/backup/snapshot.ts';
import { CONNECTIONS } from '../db/connections.ts';
import { readHistory } from '../db/migrate.ts';
import type { Db } from '../db/transaction.ts';
import { errorCode } from '../errors/error-code.ts';
import { listStoredKeys } from '../modules/backup/stored-keys.ts';
import { listKeyIds } from '../modules/secret-key/service.ts';
import {
  MANIFEST_FILE,
  type Manifest,
  OBJECTS_FOLDER,
  OBJECTS_LIST,
  type ObjectLine,
  TABLES_FOLDER,
} from './backup-manifest.ts';
import { OperatorError } from './operator-error.ts';

export interface BackupDependencies {
  /** As the role that owns the tables. */
  readonly databaseUrl: string;
  readonly objects: ObjectStore;
  readonly clock: () => Date;
  readonly tell: (line: string) => void;
  /** Aborted when the command is told to end. */
  readonly interruption: AbortSignal;
}

/** Tables, and files, that are copied at a time. */
const CONCURRENCY = CONNECTIONS.backup.copying;
const PROGRESS_STEP = 1_000;
const FOR_OWNER = { mode: 0o700 } as const;

/** Does work for each item, so many at a time. After a failure nothing more is begun; raises it when all have ended. */
async function forEachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  lanes: number,
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const shared = (async function* () {
    yield* items;
  })();
  const runLane = async (lane: number) => {
    try {
      for (let item = await shared.next(); !item.done; item = await shared.next()) await work(item.value, lane);
    } finally {
      await shared.return();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
}

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
  return copied.sort((one, other) => order.indexOf(nameOf(one)) - order.indexOf(nameOf(other)));
}

/** Copies a stored file; nothing when there is none. */
async function copyObject(
  { objects, interruption: signal }: Pick<BackupDependencies, 'objects' | 'interruption'>,
  key: string,
  folder: string,
): Promise<ObjectLine | undefined> {
  const found = await objects.get(key);
  if (!found) return undefined;
  const file = path.join(folder, OBJECTS_FOLDER, key);
  await mkdir(path.dirname(file), { ...FOR_OWNER, recursive: true });
  const hash = createHash('sha256');
  await pipeline(found.stream, hashInto(hash), createWriteStream(file, { mode: 0o600, flush: true }), { signal });
  return { key, size: found.info.size, sha256: hash.digest('hex') };
}

async function copyObjects(deps: BackupDependencies, db: Db, folder: string) {
  const { tell, interruption } = deps;
  await mkdir(path.join(folder, OBJECTS_FOLDER), FOR_OWNER);
  const list = await open(path.join(folder, OBJECTS_LIST), 'wx', 0o600);
  const hash = createHash('sha256');
  const seen = new Set<string>();
  const missing: string[] = [];
  let [count, bytes] = [0, 0];
  try {
    await forEachAtOnce(listStoredKeys(db), CONCURRENCY, async ({ key, isNeeded }) => {
      interruption.throwIfAborted();
      if (seen.has(key)) return;
      seen.add(key);
      const copied = await copyObject(deps, key, folder);
      if (!copied) {
        if (isNeeded) missing.push(key);
        return;
      }
      const line = `${JSON.stringify(copied)}\n`;
      hash.update(line);
      await list.write(line);
      count += 1;
      bytes += copied.size;
      if (count % PROGRESS_STEP === 0) tell(`${count} files`);
    });
    await list.sync();
  } finally {
    await list.close();
  }
  return { objects: { count, bytes, sha256: hash.digest('hex') }, missing };
}

async function fill(deps: BackupDependencies, folder: string): Promise<{ manifest: Manifest; missing: string[] }> {
  const lock = await connectPatiently(deps.databaseUrl);
  try {
    if (!(await beginBackup(lock))) throw new OperatorError('Another backup of this database is being made.');
    const snapshot = await openSnapshot(deps.databaseUrl, CONCURRENCY);
    try {
      const made_at = deps.clock().toISOString();
      deps.tell('The moment of this backup is now.');
      const [client] = snapshot.clients;
      if (!client) throw new Error('There is no connection.');
      if ((await countTables(client)) === 0)
        throw new OperatorError('The database is empty: there is nothing to back up.');
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      const queue = await readQueueVersion(client);
      const tables = await copyTables(snapshot.clients, await listTables(client), folder, deps.interruption);
      deps.tell(`${tables.length} tables with ${tables.reduce((sum, table) => sum + table.rows, 0)} rows`);
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

/** A folder that is not there yet, beside which the backup grows until it is whole. */
async function makeDraft(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (isThere) throw new OperatorError(`${folder} is there already. Give a new folder for the backup.`);
  const draft = `${folder}.part`;
  try {
    await mkdir(draft, FOR_OWNER);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      throw new OperatorError(
        `${draft} is of a backup that is being made, or was broken off. Wait for it, or delete that folder.`,
      );
    }
    throw new OperatorError(`${folder} cannot be made (${errorCode(error)}). Give a folder that you can write to.`);
  }
  return draft;
}

const KEY_REMINDER =
  'Not in it: the secret key (SECRET_KEY, or the file secret-key in DATA_DIR), without which sealed answers can never be read again. Keep it with the backup, but apart from it. Variables, and mails kept as files, are not in it either.';

/**
 * Copies database and stored files, as they are at one moment, into a new folder while the product runs. What fails leaves
 * nothing behind. Returns what was copied; raises a sentence, with the backup made, when the store lacks files.
 */
export async function backUp(deps: BackupDependencies, folder: string): Promise<string> {
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
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const summary = `${folder}: ${tables.length} tables with ${rows} rows, ${objects.count} files (${megabytes} MB), as of ${manifest.made_at}.\n${KEY_REMINDER}`;
    if (missing.length === 0) return summary;
    throw new OperatorError(
      `${summary}\n${missing.length} files that the database names are not in the store:\n${missing.map((key) => `  ${key}`).join('\n')}`,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
