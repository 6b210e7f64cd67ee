import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type MigrationFile, migrate } from './migrate.ts';

const table: MigrationFile = { name: '0001_one.sql', sql: 'create table one (id integer)' };
const index: MigrationFile = {
  name: '0002_one_id.concurrent.sql',
  sql: '-- Found by id.\ncreate index concurrently one_id\n  on one (id);\n',
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  await migrate(database.url, [table]);
});
afterEach(() => database.stop());

/** Whether queries may use the index: one item, or none where there is no such index. */
async function readValidity(name = 'one_id'): Promise<readonly boolean[]> {
  const { rows } = await database.pool.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  return rows.map((row) => row.indisvalid);
}

async function openWriter() {
  const writer = await database.pool.connect();
  await writer.query('begin; insert into one values (1)');
  return {
    commit: async () => {
      await writer.query('commit');
      writer.release();
    },
  };
}

test('an index is built while others write, and one that was broken off is found and built anew', async () => {
  const writer = await openWriter();
  const broken = expect(migrate(database.url, [table, index])).rejects.toThrow(
    '0002_one_id.concurrent.sql was broken off. Nobody had to wait for it; run it again.',
  );
  // It has begun, and waits for the writer; whoever writes now does not wait for it.
  await vi.waitFor(async () => expect(await readValidity()).toEqual([false]), { timeout: 10_000 });
  await database.pool.query('insert into one values (2)');
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%' and pid <> pg_backend_pid()",
  );
  await broken;
  expect(await readValidity()).toEqual([false]);
  await writer.commit();
  expect(await migrate(database.url, [table, index])).toEqual([index.name]);
  expect(await readValidity()).toEqual([true]);
});

test('processes that migrate at once do not wait for each other in a circle', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, [table, index])));
  expect(applied.flat()).toEqual([index.name]);
});

test('what cannot be built leaves no index, and what was built before it is not built again', async () => {
  await database.pool.query('insert into one values (1), (1)');
  const both = { name: index.name, sql: `${index.sql}; create unique index concurrently one_unique on one (id);` };
  await expect(migrate(database.url, [table, both])).rejects.toThrow('was broken off');
  expect([await readValidity(), await readValidity('one_unique')]).toEqual([[true], []]);
  await database.pool.query('truncate one');
  await migrate(database.url, [table, both]);
  expect(await readValidity('one_unique')).toEqual([true]);
  const gone = { name: '0003_gone.concurrent.sql', sql: 'drop index concurrently if exists one_unique' };
  await migrate(database.url, [table, both, gone]);
  expect(await readValidity('one_unique')).toEqual([]);
});

test('a file for concurrent indexes with anything else in it is refused', async () => {
  for (const sql of [
    'create index one_id on one (id)',
    'create index concurrently one_id on one (id); alter table one add column name text',
    'create index concurrently if not exists one_id on one (id)',
  ]) {
    await expect(migrate(database.url, [table, { ...index, sql }])).rejects.toThrow('may only have "create index');
  }
  expect(await readValidity()).toEqual([]);
});
