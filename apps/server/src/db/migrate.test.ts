import { afterEach, expect, test } from 'vitest';
import { StartRefusal } from '../process/start-refusal.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { checkSchema, MigrationError, type MigrationFile, migrate, migrationFiles, OutdatedSchema } from './migrate.ts';

let database: TestDatabase;
afterEach(() => database.stop());

const one: MigrationFile = { name: '0001_one.sql', sql: 'create table one (id integer)' };
const two: MigrationFile = { name: '0002_two.sql', sql: 'create table two (id integer)' };
const tables = async () => {
  const { rows } = await database.pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' order by table_name",
  );
  return rows.map((row) => row.table_name);
};

test('files are applied once, in order, and new files later', async () => {
  database = await createTestDatabase({ empty: true });
  expect(await migrate(database.url, [one])).toEqual(['0001_one.sql']);
  expect(await migrate(database.url, [one, two])).toEqual(['0002_two.sql']);
  expect(await migrate(database.url, [one, two])).toEqual([]);
  expect(await tables()).toEqual(['one', 'schema_migration', 'two']);
});

test('processes that migrate at the same time wait for each other', async () => {
  database = await createTestDatabase({ empty: true });
  const files = await migrationFiles();
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(applied.flat()).toEqual(files.map((file) => file.name));
});

test('a file that fails is rolled back, and the files before it stay applied', async () => {
  database = await createTestDatabase({ empty: true });
  const broken = { name: '0002_broken.sql', sql: 'create table half (id integer); select nonsense' };
  await expect(migrate(database.url, [one, broken])).rejects.toThrow(
    '0002_broken.sql failed and was rolled back (column "nonsense" does not exist).',
  );
  expect(await tables()).toEqual(['one', 'schema_migration']);
});

test.each([
  ['was changed', [{ ...one, sql: 'create table other (id integer)' }, two], /0001_one\.sql was changed/],
  ['comes after a new one', [{ name: '0000_zero.sql', sql: 'select 1' }, one, two], /0000_zero\.sql comes before/],
])('an applied file that %s is refused, and nothing is changed', async (_what, files, words) => {
  database = await createTestDatabase({ empty: true });
  await migrate(database.url, [one]);
  await expect(migrate(database.url, files)).rejects.toThrow(words);
  await expect(migrate(database.url, files)).rejects.toBeInstanceOf(MigrationError);
  expect(await tables()).toEqual(['one', 'schema_migration']);
});

test('an applied file that is missing is refused', async () => {
  database = await createTestDatabase({ empty: true });
  await migrate(database.url, [one, two]);
  await expect(migrate(database.url, [one])).rejects.toThrow(/0002_two\.sql, which is missing/);
});

test('a migration that waits for a locked table lets calls through between its attempts, and runs once the table is free', async () => {
  database = await createTestDatabase({ empty: true });
  await migrate(database.url, [one]);
  const user = await database.pool.connect();
  await user.query('begin; select * from one');
  const change = { name: '0002_change.sql', sql: 'alter table one add column name text' };
  let attempts = 0;
  const pause = async () => {
    attempts += 1;
    // No call waits behind the migration meanwhile.
    await database.pool.query('select * from one');
    if (attempts === 2) await user.query('commit');
  };
  expect(await migrate(database.url, [one, change], { lockTimeoutMs: 50, attempts: 5, pause })).toEqual([change.name]);
  expect(attempts).toBe(2);
  user.release();
});

test('a migration fails with a sentence when the table stays locked, and nothing has changed', async () => {
  database = await createTestDatabase({ empty: true });
  await migrate(database.url, [one]);
  const user = await database.pool.connect();
  await user.query('begin; select * from one');
  const change = { name: '0002_change.sql', sql: 'create table half (id integer); drop table one' };
  const retries = { lockTimeoutMs: 20, attempts: 2, pause: async () => {} };
  await expect(migrate(database.url, [one, change], retries)).rejects.toThrow(
    /^0002_change\.sql needs a table that something else has been using all the time\. Nothing has changed; /,
  );
  await user.query('commit');
  user.release();
  expect(await tables()).toEqual(['one', 'schema_migration']);
});

test('a version starts on its own schema and on one with additions, and on no other', async () => {
  database = await createTestDatabase({ empty: true });
  const { db } = database;
  await expect(checkSchema(db, [one])).rejects.toThrow(/^The database lacks 0001_one\.sql, /);
  await migrate(database.url, [one, two]);
  expect(await checkSchema(db, [one, two])).toBe('known');
  expect(await checkSchema(db, [one])).toBe('newer');
  const three = { name: '0003_three.contract.sql', sql: 'drop table one' };
  await expect(checkSchema(db, [one, two, three])).rejects.toBeInstanceOf(OutdatedSchema);
  await migrate(database.url, [one, two, three]);
  expect(await checkSchema(db, [one, two, three])).toBe('known');
  await expect(checkSchema(db, [one, two])).rejects.toBeInstanceOf(StartRefusal);
});
