import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { answer, profile, submit } from '@firstyear/api-contract/application';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { countTables, listTables } from '../db/backup/catalog.ts';
import { checkSchema } from '../db/migrate.ts';
import { installJobs } from '../jobs/jobs.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { forgetObjectsHandler } from '../modules/application/uploads/documents.handler.ts';
import { endConversion, upload } from '../modules/application/uploads/uploading.testing.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { readAllRows } from '../testing/read-all-rows.ts';
import { type BackupDependencies, backUp } from './backup.ts';
import { readManifest } from './backup-manifest.ts';
import { insertCopies } from './copies.testing.ts';
import { OperatorError } from './operator-error.ts';
import { openBackup, type RestoreDependencies, restore } from './restore.ts';

let server: TestApp;
let root: string;
let ada: Applicant;
let pdfKey: string;
/** Copies of several versions, so that more files are stored than are copied at a time. */
const COPY_KEYS = Array.from({ length: 8 }, () => `pdf/${crypto.randomUUID()}.pdf`);
const COPY_KEY = COPY_KEYS[0] ?? '';
const SMALL_KEY = COPY_KEYS[1] ?? '';
const cleanUp: (() => Promise<unknown>)[] = [];
const PDF = new TextEncoder().encode('%PDF-1.7\nA page about Ada.');
const SMALL = new TextEncoder().encode('%PDF');
const SEALED = { citizenship_type: 'permanent_resident', alien_registration_number: 'A123-456-789' };

beforeAll(async () => {
  server = await testApp();
  await requireKnownKeys(server.deps);
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-backup-'));
  ada = await newApplicant(server);
  await fillIn(server, ada, { ...SEALED, first_name: 'Ada\tTabbed \\N "quoted" 王', citizenship: 'CAN' });
  await upload(server, ada, PDF, 'record.pdf');
  await endConversion(server, ada.applicationId);
  await ada.call(submit);
  await submitted(server);
  const document = await server.db.selectFrom('document').selectAll().executeTakeFirstOrThrow();
  pdfKey = document.pdf_key ?? '';
  await objects().put(pdfKey, PDF);
  // Several rows may name a file.
  await insertCopies(server, ada.applicationId, [...COPY_KEYS, COPY_KEY]);
  for (const key of COPY_KEYS) await objects().put(key, key === SMALL_KEY ? SMALL : PDF);
});
afterAll(async () => {
  for (const undo of cleanUp) await undo();
  await server.stop();
  await rm(root, { recursive: true });
});

const objects = () => objectStoreOf(server.deps.config);
const folderOf = (name: string) => path.join(root, name);

const interruption = new AbortController().signal;

function makeBackup(name: string, more: Partial<BackupDependencies> = {}) {
  const { url: databaseUrl } = server.database;
  const deps = { databaseUrl, objects: objects(), clock: server.clock.now, print: () => {}, interruption };
  return backUp({ ...deps, ...more }, folderOf(name));
}

/** An empty place: a database without tables and a store without files. */
async function emptyPlace() {
  const database = await createTestDatabase({ empty: true });
  cleanUp.push(() => database.stop());
  const dataDir = await mkdtemp(path.join(root, 'place-'));
  const config = { ...server.deps.config, dataDir, databaseUrl: database.url };
  const deps = {
    databaseUrl: database.url,
    objects: objectStoreOf(config),
    secret: config.secret,
    installJobs,
    print: () => {},
    interruption,
  };
  return { database, deps, dataDir, config };
}

async function restoreFrom(deps: RestoreDependencies & Parameters<typeof openBackup>[0], folder: string) {
  return restore(deps, await openBackup(deps, folder));
}

const isEmpty = async (database: TestDatabase) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return (await countTables(client).finally(() => client.end())) === 0;
};

test('a backup is a snapshot: it lacks later changes, and its files are not deleted before they are copied', async () => {
  const before = await readAllRows(server.database.url);
  const changes: Promise<unknown>[] = [];
  // With the slash that shells add.
  const summary = await makeBackup('moment/', {
    print: (line) => {
      if (!line.startsWith('The moment')) return;
      const forget = forgetObjectsHandler({ db: server.db, objects: objects() });
      const run = { attempt: 0, isLast: false, signal: interruption };
      changes.push(
        submitted(server, { first_name: 'Late' }),
        expect(forget.run({ keys: [pdfKey] }, run)).rejects.toThrow('when the backup has ended'),
      );
    },
  });
  await Promise.all(changes);
  const manifest = await readManifest(folderOf('moment'));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  expect(summary).toMatch(
    new RegExp(
      `: ${manifest.tables.length} tables with ${rows} rows, 10 files \\(0[.]0 MB\\), as of 2026-11-21T12:00:00.000Z[.]\nNot in it: the secret key`,
    ),
  );
  const keys = (await readFile(folderOf('moment/objects.jsonl'), 'utf8')).trim().split('\n');
  expect(keys).toHaveLength(manifest.objects.count);
  const files = await Promise.all(
    keys.map((line) => stat(folderOf(`moment/objects/${JSON.parse(line).key}`)).then(({ size }) => size)),
  );
  expect(files.reduce((sum, size) => sum + size, 0)).toBe(manifest.objects.bytes);
  const [table] = manifest.tables;
  expect(await readAllRows(server.database.url)).not.toEqual(before);
  expect((await readdir(folderOf('moment'))).sort()).toEqual(['manifest.json', 'objects', 'objects.jsonl', 'tables']);
  expect(await readFile(path.join(folderOf('moment'), 'manifest.json'), 'utf8')).not.toContain('Tabbed');
  const modes = await Promise.all(
    ['.', 'manifest.json', 'tables', 'objects.jsonl', table?.file, `objects/${pdfKey}`].map((name) =>
      stat(folderOf(`moment/${name}`)),
    ),
  );
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o700, 0o600, 0o600, 0o600]);

  const place = await emptyPlace();
  const lines: string[] = [];
  expect(await restoreFrom({ ...place.deps, print: (line) => lines.push(line) }, folderOf('moment'))).toContain(
    `Restored as of 2026-11-21T12:00:00.000Z: ${manifest.tables.length} tables with ${rows} rows, 10 files.`,
  );
  expect(lines[0]).toBe('Reading the backup…');
  expect(lines.slice(1)).toEqual(
    manifest.tables.flatMap((table) => (table.rows > 0 ? [`${table.schema}.${table.name}: ${table.rows} rows`] : [])),
  );
  expect(await readAllRows(place.database.url)).toEqual(before);
  for (const [key, content] of [
    [pdfKey, PDF],
    [COPY_KEY, PDF],
    [SMALL_KEY, SMALL],
  ] as const) {
    const file = await place.deps.objects.get(key);
    expect(file && (await buffer(file.stream)), key).toEqual(Buffer.from(content));
  }
});

test('the product works with a restored backup: the schema is current, sealed answers open, and new rows get ids', async () => {
  const place = await emptyPlace();
  await makeBackup('goes-on');
  await restoreFrom(place.deps, folderOf('goes-on'));
  expect(await checkSchema(place.database.db)).toBe('known');
  const marker = await place.database.pool.query(`select to_regclass('public.restore_under_way')`);
  expect(marker.rows[0]).toEqual({ to_regclass: null });
  const restored = await testApp({ config: place.config, deps: { db: place.database.db } });
  cleanUp.unshift(() => restored.stop());
  const client = restored.client();
  for (const [name, value] of ada.cookies) client.cookies.set(name, value);
  const { body } = await client.call(profile);
  expect(body.answer).toMatchObject(SEALED);
  const event = { at: new Date(), kind: 'test', account_id: null, actor: null, token_id: null, network: null };
  await place.database.db.insertInto('audit_event').values(event).execute();
  const started = await newApplicant({ ...restored, db: place.database.db });
  expect((await started.call(answer, { payload: { first_name: 'Bo' } })).status).toBe(200);
});

test('a restore over existing tables, from a damaged backup or with another secret key is refused and leaves nothing behind', async () => {
  await makeBackup('refused');
  const used = await createTestDatabase();
  cleanUp.push(() => used.stop());
  const place = await emptyPlace();
  await expect(restoreFrom({ ...place.deps, databaseUrl: used.url }, folderOf('refused'))).rejects.toThrow(
    'has tables already',
  );
  const secret = { current: Buffer.alloc(32, 3), previous: undefined };
  await expect(restoreFrom({ ...place.deps, secret }, folderOf('refused'))).rejects.toThrow('another secret key');
  await expect(restoreFrom(place.deps, root)).rejects.toThrow('is no backup');
  await expect(restoreFrom(place.deps, path.join(folderOf('refused'), 'manifest.json'))).rejects.toThrow(
    'is no backup',
  );
  await appendFile(path.join(folderOf('refused'), 'objects', pdfKey), 'x');
  await expect(restoreFrom(place.deps, folderOf('refused'))).rejects.toThrow(`damaged at ${pdfKey}`);
  expect(await isEmpty(place.database)).toBe(true);
  expect(await readdir(place.dataDir)).toEqual([]);
});

test('tables are restored after the tables that they reference', async () => {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  try {
    await client.query('create table aaa_first (application_id uuid references application)');
    const names = (await listTables(client)).map(({ name }) => name);
    expect(names).toContain('submission');
    expect(names).not.toContain('schema_migration');
    expect(names.indexOf('aaa_first')).toBeGreaterThan(names.indexOf('application'));
    expect(names.indexOf('application')).toBeGreaterThan(names.indexOf('account'));
    await makeBackup('ordered');
    const { tables } = await readManifest(folderOf('ordered'));
    expect(tables.map(({ name }) => name)).toEqual(names);
  } finally {
    await client.query('drop table aaa_first');
    await client.end();
  }
});

test('a backup is restored only with all its secret keys, or without a key if it needs none', async () => {
  await makeBackup('keys');
  const file = path.join(folderOf('keys'), 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const { deps } = await emptyPlace();
  const without = { ...deps, secret: undefined };
  await expect(openBackup(without, folderOf('keys'))).rejects.toThrow('needs the secret key that was kept with it');
  const setKeys = (secret_keys: readonly string[]) => writeFile(file, JSON.stringify({ ...manifest, secret_keys }));
  await setKeys([...manifest.secret_keys, 'of another installation']);
  await expect(openBackup(deps, folderOf('keys'))).rejects.toThrow('another secret key');
  await setKeys([]);
  expect((await openBackup(without, folderOf('keys'))).manifest.secret_keys).toEqual([]);
});

test('rows inserted by migrations are replaced by those of the backup', async () => {
  const before = await readAllRows(server.database.url);
  await makeBackup('replaces');
  const { deps, database } = await emptyPlace();
  const fillIn = async (url: string) => {
    await installJobs(url);
    await database.db.insertInto('secret_key').values({ id: 'of a migration', created_at: new Date() }).execute();
  };
  await restoreFrom({ ...deps, installJobs: fillIn }, folderOf('replaces'));
  expect(await readAllRows(database.url)).toEqual(before);
});

test('a failed restore removes the files that it stored, but none from before', async () => {
  await makeBackup('files');
  const lines = (await readFile(folderOf('files/objects.jsonl'), 'utf8')).trim().split('\n');
  const keys = lines.map((line): string => JSON.parse(line).key);
  const [first = '', last = ''] = [keys[0], keys.at(-1)];
  const { deps } = await emptyPlace();
  const content = await readFile(folderOf(`files/objects/${last}`));
  await deps.objects.put(last, content);
  await deps.objects.put(first, Buffer.from('another file'));
  await expect(restoreFrom(deps, folderOf('files'))).rejects.toThrow(`The store has another file at ${first}.`);
  const there = async () => {
    const found = await Promise.all(keys.map((key) => deps.objects.head(key)));
    return keys.filter((_, place) => found[place]);
  };
  expect(await there()).toEqual([first, last]);
  await deps.objects.put(first, await readFile(folderOf(`files/objects/${first}`)));
  const failing = { ...deps, installJobs: () => Promise.reject(new Error('no queue')) };
  await expect(restoreFrom(failing, folderOf('files'))).rejects.toThrow('no queue');
  expect(await there()).toEqual([first, last]);
});

test('a backup that was changed, or is of another version, is refused in one sentence, and nothing is restored', async () => {
  await makeBackup('changed');
  const file = path.join(folderOf('changed'), 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const [firstTable] = manifest.tables;
  const place = await emptyPlace();
  const refused = async (changes: object, words: string) => {
    await writeFile(file, JSON.stringify({ ...manifest, ...changes }));
    await expect(restoreFrom(place.deps, folderOf('changed')), words).rejects.toThrow(words);
    expect(await isEmpty(place.database), words).toBe(true);
    for (const key of [pdfKey, COPY_KEY]) expect(await place.deps.objects.head(key), words).toBeUndefined();
  };
  const newer = { name: '9999_later.sql', checksum: 'f'.repeat(64) };
  await refused(
    { migrations: [...manifest.migrations, newer] },
    'of a newer version of the product (it has 9999_later',
  );
  await refused({ queue: manifest.queue + 1 }, 'another version of the job queue');
  await refused({ tables: [{ ...firstTable, rows: firstTable.rows + 1 }] }, `has ${firstTable.rows} rows instead of`);
  await refused({ objects: { ...manifest.objects, sha256: 'f'.repeat(64) } }, 'damaged at objects.jsonl');
  await refused({ tables: [{ ...firstTable, sha256: 'f'.repeat(64) }] }, `damaged at ${firstTable.file}`);
  await refused({ tables: [{ ...firstTable, file: 'tables/none.copy.gz' }] }, 'damaged at tables/none.copy.gz');
  await refused({ tables: [{ ...firstTable, sha256: `0${firstTable.sha256}` }] }, 'cannot be read as what a backup');
  await refused({ format: 'another' }, 'cannot be read as what a backup of this product holds');
  await writeFile(file, JSON.stringify(manifest));
  await place.deps.objects.put(pdfKey, Buffer.from('another file'));
  await expect(restoreFrom(place.deps, folderOf('changed'))).rejects.toThrow(
    `The store has another file at ${pdfKey}.`,
  );
  expect(await isEmpty(place.database)).toBe(true);
  const kept = await place.deps.objects.get(pdfKey);
  expect(kept && String(await buffer(kept.stream))).toBe('another file');
  await place.deps.objects.delete(pdfKey);
  await restoreFrom(place.deps, folderOf('changed'));
  expect(await checkSchema(place.database.db)).toBe('known');
});

test('an empty database is not backed up, and a backup in progress or broken off is not overwritten', async () => {
  const empty = await createTestDatabase({ empty: true });
  cleanUp.push(() => empty.stop());
  await expect(makeBackup('nothing', { databaseUrl: empty.url })).rejects.toThrow('there is nothing to back up');
  await mkdir(folderOf('begun.part'));
  await expect(makeBackup('begun')).rejects.toThrow('is of a backup that is being made, or was broken off');
  expect(await readdir(folderOf('begun.part'))).toEqual([]);
  const lines: string[] = [];
  const other = makeBackup('reporting', { print: (line) => lines.push(line) });
  await expect.poll(() => lines[0]).toBe('The moment of this backup is now.');
  await expect(makeBackup('other')).rejects.toThrow('Another backup of this database is being made.');
  await other;
  expect(lines.join('\n')).toMatch(/^The moment of this backup is now\.\n\d+ tables with [1-9]\d* rows$/);
});

test('a failed restore leaves neither tables nor files, and the next restore cleans up after a killed one', async () => {
  await makeBackup('fails');
  const place = await emptyPlace();
  const failing = { ...place.deps, installJobs: () => Promise.reject(new Error('no queue')) };
  await expect(restoreFrom(failing, folderOf('fails'))).rejects.toThrow('no queue');
  expect(await isEmpty(place.database)).toBe(true);
  expect(await place.deps.objects.head(pdfKey)).toBeUndefined();
  await place.database.pool.query('create table restore_under_way (); create table account (id uuid)');
  await place.deps.objects.put(pdfKey, Buffer.from('another'));
  await expect(restoreFrom(place.deps, folderOf('fails'))).rejects.toThrow('nothing is overwritten');
  await place.deps.objects.delete(pdfKey);
  await restoreFrom(place.deps, folderOf('fails'));
  expect(await checkSchema(place.database.db)).toBe('known');
  const connections = () =>
    server.database.pool.query(`select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`, [
      new URL(place.database.url).pathname.slice(1),
    ]);
  await eventually(async () => expect((await connections()).rowCount).toBe(place.database.pool.totalCount));
});

test('a backup or restore leaves nothing behind, at whichever step it is interrupted', async () => {
  await makeBackup('whole');
  // The moment, the tables, and the first file.
  const steps: readonly ((end: () => void) => Partial<BackupDependencies>)[] = [
    (end) => ({ print: (line) => line.startsWith('The moment') && end() }),
    (end) => ({
      print: (line) => line.includes(' tables with ') && end(),
      objects: { ...objects(), get: () => Promise.reject(new Error('a file is read')) },
    }),
    (end) => ({
      objects: {
        ...objects(),
        get: (key) => {
          end();
          return objects().get(key);
        },
      },
    }),
  ];
  for (const step of steps) {
    const ended = new AbortController();
    const making = makeBackup('ended', { ...step(() => ended.abort(new Error('ended'))), interruption: ended.signal });
    await expect(making).rejects.toThrow(/ended|aborted/);
    expect((await readdir(root)).filter((name) => name.startsWith('ended'))).toEqual([]);
  }
  const place = await emptyPlace();
  const places: readonly string[] = ['Reading', 'public.account', 'public.submission'];
  for (const beginning of places) {
    const ended = new AbortController();
    const print = (line: string) => line.startsWith(beginning) && ended.abort(new Error('ended'));
    const restoring = restoreFrom({ ...place.deps, print, interruption: ended.signal }, folderOf('whole'));
    await expect(restoring).rejects.toThrow(/ended|aborted/);
    expect(ended.signal.aborted).toBe(true);
    expect(await isEmpty(place.database)).toBe(true);
    expect(await place.deps.objects.head(pdfKey)).toBeUndefined();
  }
});

test('a backup that fails leaves nothing; one that lacks a file is made and names it', async () => {
  await mkdir(folderOf('taken'));
  await expect(makeBackup('taken')).rejects.toThrow('taken is there already. Give a new folder.');
  await writeFile(folderOf('file'), '');
  await expect(makeBackup('file/in')).rejects.toThrow('file/in cannot be made: a part of its path is no folder.');
  await expect(makeBackup('gone', { databaseUrl: 'postgres://nobody@127.0.0.1:9/none' })).rejects.toThrow();
  expect((await readdir(root)).filter((name) => name.startsWith('gone'))).toEqual([]);
  const content = await objects().get(pdfKey);
  await objects().delete(pdfKey);
  const lacking = makeBackup('lacking');
  await expect(lacking).rejects.toThrow(OperatorError);
  await expect(lacking).rejects.toThrow(`1 files that the database names are not in the store:\n  ${pdfKey}`);
  expect(await readdir(folderOf('lacking'))).toContain('manifest.json');
  if (content) await objects().put(pdfKey, await buffer(content.stream));
});
