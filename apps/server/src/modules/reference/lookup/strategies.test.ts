import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findSchools } from '@firstyear/school-search/find-schools';
import { importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile } from '@firstyear/school-search/import/read-file';
import { STRATEGIES, type Strategy } from '@firstyear/school-search/strategies';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClock } from '../../../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createLookupPool } from './lookup-pool.ts';

const SCHOOLS = `category,ceeb,name,address,city,state,zip
high school,181444,Tates Creek High School,1 Way,Lexington,KY,40517
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
`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-strategies-'));
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

/** What the example of each strategy finds, and how many schools are asked for. */
const EXAMPLES: Readonly<Record<string, { readonly found: readonly string[]; readonly limit?: number }>> = {
  code: { found: ['Tates Creek High School'] },
  'as typed': { found: ['Montgomery County High School'], limit: 1 },
  'few as typed': { found: ['Caratell High School', 'Carateltown Academy'] },
  prefixes: { found: ['Lexington Catholic High School'] },
  'short prefix': { found: ['Montcom County High School', 'Montgomery County High School'] },
  'compound joined': { found: ['Highlands High School'] },
  'unknown words corrected': { found: ['Tates Creek High School'] },
  'compound split': { found: ['Grundy Center High School'] },
  'stop words only': { found: ['Tates Testwood Academy', 'Carateltown Academy'] },
  'any word corrected, or one omitted': {
    found: ['Tates Creek High School', 'Tates Testwood Academy', 'Creelman High School'],
  },
  'several words omitted': { found: ['Tates Creek High School'] },
};

describe('an example of a strategy finds what is meant, and something else without the strategy', () => {
  test.each(STRATEGIES.map((strategy) => [strategy.name, strategy] as const))('%s', async (name, strategy) => {
    const { found, limit = 5 } = EXAMPLES[name] ?? { found: [] };
    const find = async (strategies: readonly Strategy[]) => {
      const schools = await findSchools(
        { database: pool, partnerState: 'KY' },
        'hs_ceeb',
        strategy.example,
        limit,
        strategies,
      );
      return schools.map((school) => school.name);
    };
    expect(await find(STRATEGIES)).toEqual(found);
    expect(await find(STRATEGIES.filter((other) => other !== strategy))).not.toEqual(found);
  });
});
