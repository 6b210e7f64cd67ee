import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClock } from '../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import type { ImportCommand } from './import-schools.ts';
import { importSchoolFiles, openSchoolFiles, rebuildLookup } from './import-schools.ts';
import { OperatorError, UsageError } from './operator-error.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-import-'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const OPTIONS = { format: undefined, category: undefined, source: undefined, layout: undefined, dryRun: false };
async function run(given: Partial<ImportCommand>, lines: string[] = []): Promise<string> {
  const command = { files: [], ...OPTIONS, ...given };
  const print = (line: string) => lines.push(line);
  const opened = await openSchoolFiles(command);
  return importSchoolFiles(database.url, opened, command, new TestClock().now, print, new AbortController().signal);
}

test('the report counts imported and skipped schools, with reasons, and progress is printed', async () => {
  const file = path.join(folder, 'list.csv');
  const rows = Array.from({ length: 10_001 }, (_, number) => `Test School ${number},Testville,KY`);
  await writeFile(file, ['name,city,state', ...rows, ',Testville,KY'].join('\n'));
  const lines: string[] = [];
  const report = await run({ files: [file], category: 'hs_ceeb' }, lines);
  expect(report).toContain('10002 rows read, 10001 schools imported, 10001 of them new');
  expect(report).toContain('1 skipped: no name (line 10003)');
  expect(lines.join()).toContain('10000 rows');
  expect(await run({ files: [file], category: 'hs_ceeb' })).toContain('Nothing was changed');
});

test('if one file cannot be opened, none is imported', async () => {
  const file = path.join(folder, 'good.csv');
  await writeFile(file, 'name,city,state\nAda Testhalf High School,Testville,KY\n');
  const attempt = run({ files: [file, path.join(folder, 'nowhere.csv')], category: 'hs_ceeb' });
  await expect(attempt).rejects.toThrow(UsageError);
  await expect(attempt).rejects.toThrow('nowhere.csv cannot be opened');
  expect(await run({ files: [file], category: 'hs_ceeb' })).toContain('1 of them new');
});

test('a file that is not CSV is reported in one sentence, at its header and further down', async () => {
  const header = path.join(folder, 'answers.csv');
  await writeFile(header, '{"first_name": "Ada"}');
  await expect(run({ files: [header] })).rejects.toThrow(/^\S+answers\.csv cannot be read as CSV \(.+\)\.$/);
  const row = path.join(folder, 'row.csv');
  await writeFile(row, 'name,city,state\n{"a": 1},Testville,KY\n');
  const importing = run({ files: [row], category: 'hs_ceeb' });
  await expect(importing).rejects.toThrow(OperatorError);
  await expect(importing).rejects.toThrow(/^\S+row\.csv cannot be read as CSV \(.+\)\.$/);
});

test('a file of which no row can be used changes nothing, and what was imported with a wrong option can be imported again', async () => {
  const file = path.join(folder, 'edition.csv');
  await writeFile(file, 'name,city,state\nAda Testedition School,Testville,KY\n');
  const unclear = run({ files: [file] });
  await expect(unclear).rejects.toThrow(OperatorError);
  await expect(unclear).rejects.toThrow(/nothing was changed[.]\n.*\n {2}1 skipped: .+ \(line 2\)$/);
  expect(await run({ files: [file], category: 'college_ceeb' })).toContain('1 of them new');
  expect(await run({ files: [file], category: 'hs_ceeb' })).toContain(
    '1 of them new, 0 merged with other sources, 1 removed',
  );
  await expect(run({ files: [file] })).rejects.toThrow('nothing was changed');
  expect(await run({ files: [file], category: 'hs_ceeb' })).toContain('already been imported');
});

test('a file with only its header is refused, and the schools of its earlier edition stay', async () => {
  const file = path.join(folder, 'header.csv');
  const list = 'name,city,state\nAda Testheader School,Testville,KY\n';
  await writeFile(file, list);
  await run({ files: [file], category: 'hs_ceeb' });
  await writeFile(file, 'name,city,state\n');
  const refused = run({ files: [file], category: 'hs_ceeb' });
  await expect(refused).rejects.toThrow(OperatorError);
  await expect(refused).rejects.toThrow('It has no school that can be imported, so nothing was changed.');
  await writeFile(file, list);
  expect(await run({ files: [file], category: 'hs_ceeb' })).toContain('already been imported');
});

test('rebuilding the school search restores its keys, documents and words, and changes nothing else', async () => {
  const file = path.join(folder, 'rebuild.csv');
  await writeFile(file, 'name,city,state\nAda Testrebuilt Senior High School,Testville,KY\n');
  await run({ files: [file], category: 'hs_ceeb' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const state = async () => [
    (await client.query('select id, name, name_key, document::text from school order by id')).rows,
    (await client.query('select category, word, frequency, deletes from school_word order by category, word')).rows,
    (await client.query('select source, source_id, match_key from school_record order by source, source_id')).rows,
  ];
  const before = await state();
  // As an older version of the product may have left them.
  await client.query("update school set name_key = 'old', document = 'old'::tsvector");
  await client.query("delete from school_word where word = 'testrebuilt'");
  await client.query("update school_record set match_key = 'old'");
  const schools = (await client.query('select from school')).rowCount;
  expect(await rebuildLookup(database.url, new AbortController().signal)).toContain(`${schools} schools`);
  expect(await state()).toEqual(before);
  await client.end();
});
