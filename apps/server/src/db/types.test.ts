import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { tableTypes } from './table-types.testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

test('the table types are those of the migrated database, as "npm run db:types" writes them', async () => {
  const source = await readFile(new URL('./types.ts', import.meta.url), 'utf8');
  expect(source.replaceAll('\r\n', '\n')).toBe(await tableTypes(database.pool));
});

test('an int8 too large for a number throws and is never rounded', async () => {
  expect((await database.pool.query('select 9007199254740991::int8 as n')).rows).toEqual([{ n: 9007199254740991 }]);
  await expect(database.pool.query('select 9007199254740993::int8 as n')).rejects.toThrow(RangeError);
});
