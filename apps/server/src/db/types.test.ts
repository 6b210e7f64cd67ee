import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

/** The tables of the Database type, parsed from its source: name to column to type. */
async function readDeclaredTypes(): Promise<Map<string, Map<string, string>>> {
  const source = await readFile(new URL('./types.ts', import.meta.url), 'utf8');
  const body = source.slice(source.indexOf('export interface Database {')).replaceAll(/\/\*.*?\*\//gs, '');
  const tables = new Map<string, Map<string, string>>();
  for (const [, table = '', columns = ''] of body.matchAll(/^ {2}(\w+): \{(.*?)\};$/gms)) {
    const found = [...columns.matchAll(/(\w+): ([^;]+?)(?:;|\s*$)/g)];
    tables.set(table, new Map(found.map(([, column = '', type = '']) => [column, type.trim()])));
  }
  return tables;
}

const READS_AS: Readonly<Record<string, RegExp>> = {
  uuid: /string/,
  text: /string|'|Status|Reason/,
  bytea: /Buffer/,
  boolean: /boolean/,
  integer: /number/,
  bigint: /number/,
  'timestamp with time zone': /Date/,
  json: /FormDefinition/,
  ARRAY: /readonly string\[\]/,
  tsvector: /string/,
  jsonb: /JsonWithDefault|ManyActOf|(Answers|Content|string\[\]) \| null/,
};

test('the table types match the migrated database', async () => {
  const { rows } = await database.pool.query<{
    table_name: string;
    column_name: string;
    data_type: string;
    is_nullable: string;
  }>(
    "select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'",
  );
  const types = await readDeclaredTypes();
  // Only declared tables can be wrong: typed queries can't name others.
  const columns = rows.filter((row) => types.has(row.table_name));
  const problems = columns.flatMap((row) => {
    const type = types.get(row.table_name)?.get(row.column_name);
    const name = `${row.table_name}.${row.column_name}`;
    if (type === undefined) return [`${name} is not declared`];
    if (!READS_AS[row.data_type]?.test(type)) return [`${name} is ${row.data_type}, declared as ${type}`];
    if ((row.is_nullable === 'YES') !== /\bnull\b/.test(type)) return [`${name}: nullability differs`];
    return [];
  });
  expect(problems).toEqual([]);
  const inDatabase = new Set(rows.map((row) => `${row.table_name}.${row.column_name}`));
  const names = [...types].flatMap(([table, columns]) => [...columns.keys()].map((column) => `${table}.${column}`));
  expect(names.filter((name) => !inDatabase.has(name))).toEqual([]);
  expect(names).toHaveLength(columns.length);
  expect([...types.keys()]).toContain('schema_migration');
});

test('an int8 too large for a number throws and is never rounded', async () => {
  expect((await database.pool.query('select 9007199254740991::int8 as n')).rows).toEqual([{ n: 9007199254740991 }]);
  await expect(database.pool.query('select 9007199254740993::int8 as n')).rejects.toThrow(RangeError);
});
