import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findSchools } from '@firstyear/school-search/find-schools';
import { importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile } from '@firstyear/school-search/import/read-file';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClock } from '../../../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createLookupPool } from './service.ts';

const SCHOOLS = `category,ceeb,name,address,city,state,zip
high school,181444,Tates Creek High School,1 Way,Lexington,KY,40517
high school,,Bates Creek High School,1 Way,Testwood,OH,45000
high school,,Tates Testwood Academy,1 Way,Testwood,KY,40002
high school,,Cave Creek High School,1 Way,Testwood,TX,79336
high school,,Creelman High School,1 Way,Testwood,MA,01001
high school,,Lexington Catholic High School,1 Way,Lexington,KY,40517
high school,,Cathedral High School,1 Way,Indianapolis,IN,46001
high school,,Montgomery County High School,1 Way,Testwood,OH,45000
high school,,Montcom County High School,1 Way,Testwood,KY,40002
high school,,Caratell High School,1 Way,Testwood,LA,70001
high school,,Carateltown Academy,1 Way,Testwood,TX,79336
high school,,Highlands High School,1 Way,Testwood,KY,40002
high school,,Grundy Center High School,1 Way,Testwood,IA,50638
high school,,De Sales High School,1 Way,Louisville,KY,40214
`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-find-schools-'));
  const file = path.join(folder, 'schools.csv');
  await writeFile(file, SCHOOLS);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await importSchools(client, await openSchoolFile(file), file, { clock: new TestClock().now });
  await client.end();
  await rm(folder, { recursive: true });
  pool = createLookupPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

const find = async (text: string) => {
  const schools = await findSchools({ database: pool, partnerState: 'KY' }, 'hs_ceeb', text, 5);
  return schools.map((school) => school.name);
};

test.each([
  ['a code', '181444', 'Tates Creek High School'],
  ['a whole word, though it begins another in our state', 'caratell', 'Caratell High School'],
  ['two words of a name written as one', 'grundycenter', 'Grundy Center High School'],
  ['"high school" written as one word', 'grundy highschool', 'Grundy Center High School'],
  ['a wrong word and a superfluous one', 'tates creel qqqq', 'Tates Creek High School', 'Bates Creek High School'],
])('%s: %s', async (_, text, ...found) => {
  expect(await find(text)).toEqual(found);
});

test.each([
  ['lex cath', 'Lexington Catholic High School'],
  ['caratelt high school testwood', 'Caratell High School', 'Carateltown Academy'],
  ['tates creak', 'Tates Creek High School'],
  ['tates creel', 'Tates Creek High School'],
  ['tates creek qqqq zzzz', 'Tates Creek High School'],
])('incomplete, wrong or too many words: %s', async (text, ...expected) => {
  expect((await find(text)).slice(0, expected.length)).toEqual(expected);
});

test.each(['lycée jean de sèvres', 'liceo de san juan'])(
  'a school abroad that shares only small words with one of ours finds none: %s',
  async (text) => expect(await find(text)).toEqual([]),
);

test('a small word helps where a telling word is found too', async () => {
  expect(await find('de sales qqqq')).toEqual(['De Sales High School']);
});
