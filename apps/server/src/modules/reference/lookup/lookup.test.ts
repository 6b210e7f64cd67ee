import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lookupFind, privacyNotice } from '@firstyear/api-contract/lookup';
import { findSchools } from '@firstyear/school-search/find-schools';
import { importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile } from '@firstyear/school-search/import/read-file';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import type { Config } from '../../../config/config.ts';
import { CALL_LIMITS } from '../../../config/limits.ts';
import { suiteApp, testApp } from '../../../testing/app.ts';
import { createLookupPool } from './service.ts';
import { loadStarterSchools } from './starter.ts';

const EXTRA = `category,ceeb,name,address,city,state,zip,status
high school,181444,Tates Creek Senior High School,1111 Centre Pkwy,Lexington,KY,40517,
high school,540720,Luis Muñoz Marin,Calle a Sector Nuevo,Barranquitas,PR,00714,
high school,443199,Sandra Day O'Connor High School,12221 Leslie Rd,Helotes,TX,78023,
high school,142650,Testville High School,1 Way,Testville,IL,60001,
high school,182650,Testville High School,1 Way,Testville,KY,40001,
high school,192650,Testville High School,1 Way,Testville,LA,70001,closed
high school,,St Ada of Testwood Academy,2 Way,Testwood,KY,40002,
high school,000123,Ps 118 Test School,3 Way,Brooklyn,NY,11201,
high school,,Mcguffey High School,86 McGuffey Drive,Claysville,PA,15323,
high school,,Grundy Center High School,1006 M Ave,Grundy Center,IA,50638,
high school,,Lincoln-Way East High School,201 Colorado Ave,Frankfort,IL,60423,
high school,,Westlake Testwood Academy,1 Way,Testwood,KY,40002,
high school,,Lake West Testwood Academy,1 Way,Testwood,OH,40002,
high school,,Mcadatest High School,1 Way,Testwood,KY,40002,
high school,,North Side Testlington High School,1 Way,Testwood,IN,40002,
high school,,Northside Testtown High School,1 Way,Testwood,KY,40002,
high school,,Mackville Adatest High School,1 Way,Testwood,KY,40002,
high school,,Caratell High School,1 Way,Testwood,LA,70001,
high school,,Carateltown Academy,1 Way,Testwood,TX,79336,
high school,,Statetest High School,1 Way,Statetest,AL,35016,
high school,,Statetest High School,1 Way,Testwood,SC,29001,
high school,,Statetest High School,1 Way,Testwood,IN,46001,
high school,,Statetest High School,1 Way,Testwood,KY,40002,
high school,,Cleveltest High School,1 Way,Testwood,KY,40002,
high school,,Leveltest High School,1 Way,Testwood,TX,79336,
college,0098,Zero Test College,1 Way,Arab,AL,35016,
`;

const list = z.array(z.object({ id: z.string(), text: z.string(), sub_text: z.string() }));

const server = await suiteApp();
beforeAll(async () => {
  await loadStarterSchools(server.database.url, server.clock.now);
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-lookup-'));
  const file = path.join(folder, 'extra.csv');
  await writeFile(file, EXTRA);
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await importSchools(client, await openSchoolFile(file), file, { clock: server.clock.now });
  await client.end();
  await rm(folder, { recursive: true });
});

type Category = 'hs_ceeb' | 'college_ceeb' | 'address';

async function suggestions(category: Category, text: string, maxResults = '5') {
  const response = await server.client().call(lookupFind, { query: { category, text, max_results: maxResults } });
  expect(response.status).toBe(200);
  return list.parse(response.body);
}
const names = async (category: Category, text: string) => (await suggestions(category, text)).map((item) => item.text);

describe('GET /lookup/find', () => {
  test('[API-31, DATA-22, CONST-08] a text finds at most five results with id, text and sub_text, without a login', async () => {
    const results = await suggestions('hs_ceeb', 'county high school');
    expect(results).toHaveLength(5);
    for (const item of results) expect(Object.keys(item)).toEqual(['id', 'text', 'sub_text']);
    expect(await suggestions('hs_ceeb', 'county high school', '3')).toHaveLength(3);
    expect((await suggestions('hs_ceeb', 'county high school', '999')).length).toBeLessThanOrEqual(10);
  });

  test('[API-32, DATA-23] an id gives the full record', async () => {
    const [tates] = await suggestions('hs_ceeb', 'tates creek');
    const response = await server.client().call(lookupFind, { query: { category: 'hs_ceeb', id: tates?.id ?? '' } });
    expect(response.body).toEqual({
      id: tates?.id,
      text: 'Tates Creek Senior High School',
      sub_text: '1111 Centre Pkwy, Lexington, KY',
      name: 'Tates Creek Senior High School',
      ceeb: '181444',
      address_line_1: '1111 Centre Pkwy',
      address_line_2: '',
      city: 'Lexington',
      state: 'KY',
      zip: '40517',
      country: 'USA',
    });
  });

  test("[API-31] 'query' is another name of the parameter 'text'", async () => {
    const response = await server.client().call(lookupFind, { query: { category: 'hs_ceeb', query: 'tates creek' } });
    expect(list.parse(response.body)[0]?.sub_text).toContain('Lexington');
  });

  test('caches may store the search for schools, but not for addresses', async () => {
    const client = server.client();
    const school = await client.call(lookupFind, { query: { category: 'hs_ceeb', text: 'tates' } });
    const address = await client.call(lookupFind, { query: { category: 'address', text: '1 main st lex' } });
    expect([school.headers['cache-control'], address.headers['cache-control']]).toEqual([
      'public, max-age=300',
      'no-store',
    ]);
  });

  test.each([
    [{ category: 'hs_ceeb' }, 400],
    [{ category: 'schools', text: 'x' }, 400],
    [{ category: 'hs_ceeb', text: 'x'.repeat(201) }, 400],
    [{ category: 'hs_ceeb', text: 'x', max_results: '-1' }, 400],
    [{ category: 'hs_ceeb', id: '999999999' }, 404],
    [{ category: 'hs_ceeb', id: "1' or 1=1" }, 404],
    [{ category: 'address', id: 'bm90IG91cnM' }, 404],
  ])('%j gets %i as JSON', async (query, status) => {
    const response = await server.app.inject({ url: `/lookup/find?${new URLSearchParams(query)}` });
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json())).toEqual(['message', 'code']);
  });

  test("an id of one category isn't valid in another", async () => {
    const [tates] = await suggestions('hs_ceeb', 'tates creek');
    const response = await server
      .client()
      .call(lookupFind, { query: { category: 'college_ceeb', id: tates?.id ?? '' } });
    expect(response.status).toBe(404);
  });

  test('one network has a limited number of searches', async () => {
    const limited = await testApp({ deps: { callLimits: { ...CALL_LIMITS, lookup: 3 } } });
    const client = limited.client();
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await client.call(lookupFind, { query: { category: 'address', text: 'a' } })).status);
    }
    await limited.stop();
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('typed searches find the intended school', () => {
  test.each([
    ['tates creek', 'Tates Creek High School'],
    ['tates creak', 'Tates Creek High School'],
    ['Tats Creek', 'Tates Creek High School'],
    ['creek tates', 'Tates Creek High School'],
    ['tates creek hs', 'Tates Creek High School'],
    ['tates lexington', 'Tates Creek High School'],
    ['tates creek kentucky', 'Tates Creek High School'],
    ['181444', 'Tates Creek High School'],
    ['luis munoz marin', 'Luis Muñoz Marin'],
    ['oconnor helotes', "Sandra Day O'Connor High School"],
    ['O’Connor high school', "Sandra Day O'Connor High School"],
    ['saint ada testwood', 'St Ada of Testwood Academy'],
    ['st. ada', 'St Ada of Testwood Academy'],
    ['P.S. 118', 'Ps 118 Test School'],
    ['ps118', 'Ps 118 Test School'],
    ['mc guffey', 'Mcguffey High School'],
    ['highschool grundy center', 'Grundy Center High School'],
    ['lincolnway east', 'Lincoln-Way East High School'],
    ['123', 'Ps 118 Test School'],
    ['west lake testwood', 'Westlake Testwood Academy'],
    ['mac adatest', 'Mcadatest High School'],
    ['levletest high school', 'Leveltest High School'],
    ['caratelt high school la', 'Caratell High School'],
  ])('%s', async (typed, expected) => {
    const results = await names('hs_ceeb', typed);
    expect(results[0]?.replace('Senior ', '')).toBe(expected);
  });

  test.each([
    ['berea', 'Berea College'],
    ['Berea Colege', 'Berea College'],
    ['MIT', 'Massachusetts Institute of Technology'],
    ['UC Berkeley', 'University of California-Berkeley'],
    ['UNC Chapel Hill', 'University of North Carolina at Chapel Hill'],
    ['u of kentucky', 'University of Kentucky'],
    ['Penn State', 'Pennsylvania State University-Main Campus'],
    ['ole miss', 'University of Mississippi'],
    ['texas a&m', 'Texas A & M University-College Station'],
    ['bluegrass cc', 'Bluegrass Community and Technical College'],
    ['98', 'Zero Test College'],
    ['wash u', 'Washington University in St Louis'],
    ['cal', 'University of California-Berkeley'],
  ])('%s', async (typed, expected) => {
    const results = await names('college_ceeb', typed === '98' ? '0098' : typed);
    expect(results[0]).toBe(expected);
  });

  test("among schools with the same name, the partner's state comes first and closed ones last", async () => {
    const results = await suggestions('hs_ceeb', 'testville high school');
    expect(results.map((item) => item.sub_text)).toEqual([
      '1 Way, Testville, KY',
      '1 Way, Testville, IL',
      '1 Way, Testville, LA (closed)',
    ]);
  });

  test.each(['sc', 'in'])(
    'after a name, a state that is also the beginning of another word counts as a state: %s',
    async (state) => {
      const [first] = await suggestions('hs_ceeb', `statetest high school ${state}`);
      expect(first?.sub_text).toBe(`1 Way, Testwood, ${state.toUpperCase()}`);
    },
  );

  test('a name in two words is found along with those in one', async () => {
    expect(await names('hs_ceeb', 'northside testwood')).toEqual(
      expect.arrayContaining(['Northside Testtown High School', 'North Side Testlington High School']),
    );
  });

  test("a beginning of hundreds of names finds those in the partner's state", async () => {
    const results = await suggestions('college_ceeb', 'university of');
    expect(results[0]?.sub_text).toMatch(/, KY$/);
    expect(results).toHaveLength(5);
  });

  test('"central" finds the school with that name first', async () => {
    expect((await names('hs_ceeb', 'central'))[0]).toBe('Central High School');
    expect((await names('hs_ceeb', 'centrl high'))[0]).toBe('Central High School');
  });

  test('a text that resembles no school finds nothing', async () => {
    expect(await names('hs_ceeb', 'qqqq zzzz')).toEqual([]);
    expect(await names('hs_ceeb', '   ')).toEqual([]);
  });

  test("many wrong words don't make the search long", async () => {
    const pool = createLookupPool(server.database.url);
    const query = vi.spyOn(pool, 'query');
    for (const text of [
      'nroth suoth aest wset cnetral lincon wahsington jeferson',
      'central high school saint mary john lincoln washington jefferson franklin academy',
    ]) {
      await findSchools({ database: pool, partnerState: 'KY' }, 'hs_ceeb', text, 5);
    }
    const alternatives = query.mock.calls.map((call) => JSON.stringify(call).split(' | ').length);
    expect(Math.max(...alternatives)).toBeGreaterThan(5);
    expect(Math.max(...alternatives)).toBeLessThan(500);
    await pool.end();
  });

  test('for all searches, a connection plans the same few statements once each', async () => {
    const pool = createLookupPool(server.database.url);
    const search = { database: pool, partnerState: 'KY' };
    for (const text of [
      'tates creek',
      '181444',
      'high lands',
      'tates creel',
      'caratelt high school la',
      'academy',
      'qqqq zzzz',
      'm',
    ]) {
      await findSchools(search, 'hs_ceeb', text, 5);
      await findSchools(search, 'college_ceeb', text, 5);
    }
    const { rows } = await pool.query<{ name: string; replanned: number }>(
      'select name, custom_plans::int as replanned from pg_prepared_statements',
    );
    const names = ['candidates-college_ceeb', 'candidates-hs_ceeb', 'prefixes', 'similar-words', 'word-counts'];
    expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      names.map((name) => ({ name, replanned: 0 })),
    );
    await pool.end();
  });

  test('no text makes the search fail or run long', async () => {
    const hostile = [
      "' & | ! :* <-> ( )",
      '%%%___\\\\',
      'a '.repeat(100),
      'high school '.repeat(16),
      'e '.repeat(50) + 'x'.repeat(100),
      '\ud800 \u202e \u0007',
      '😀😀😀 😀',
      "'; drop table school; --",
      '日本語 学校',
      // Two hundred characters that fold to six letters each.
      '\u3316'.repeat(200),
      '1'.repeat(200),
    ];
    for (const text of hostile) {
      const response = await server.app.inject({
        url: `/lookup/find?category=hs_ceeb&text=${encodeURIComponent(text.toWellFormed())}`,
      });
      expect([text, response.statusCode]).toEqual([text, 200]);
    }
    expect((await names('hs_ceeb', 'tates creek')).length).toBeGreaterThan(0);
  });
});

describe('addresses', () => {
  test('[DATA-21, DATA-23, API-32] the place around a typed street is offered, and its id gives the parts', async () => {
    const [suggestion] = await suggestions('address', '101 Chestnut Street berea');
    expect(suggestion).toMatchObject({ text: 'Berea, KY 40403', sub_text: 'City, state, and ZIP Code' });
    const response = await server
      .client()
      .call(lookupFind, { query: { category: 'address', id: suggestion?.id ?? '' } });
    expect(response.body).toEqual({
      ...suggestion,
      address_line_1: '101 Chestnut Street',
      address_line_2: '',
      city: 'Berea',
      state: 'KY',
      zip: '40403',
      country: 'USA',
      name: '',
      ceeb: '',
    });
  });

  test('a city with two ZIP codes is offered with both, one with dozens with none', async () => {
    const berea = await suggestions('address', '101 Chestnut Street, Berea, KY');
    expect(berea.map((item) => item.text)).toEqual(['Berea, KY 40403', 'Berea, KY 40404']);
    const lexington = await suggestions('address', '1 Main St, Lexington, KY');
    expect(lexington).toMatchObject([{ text: 'Lexington, KY', sub_text: 'City and state' }]);
    expect(await names('address', '1 Main St, Lexington, KY 40507')).toEqual(['Lexington, KY 40507']);
  });

  test('for Spanish readers, the suggestion says in Spanish what it fills in', async () => {
    const query = { category: 'address', text: '1 Main St, Lexington, KY' } as const;
    const { body } = await server.client().call(lookupFind, { query, headers: { 'accept-language': 'es' } });
    expect(body).toMatchObject([{ text: 'Lexington, KY', sub_text: 'Ciudad y estado' }]);
  });

  test('no street is offered if none is known, since the typed text may not be a real address', async () => {
    const results = await suggestions('address', '9 Invented Hollow, Berea, KY');
    expect(results).toHaveLength(2);
    expect(JSON.stringify(results.map(({ text, sub_text }) => [text, sub_text]))).not.toContain('Invented');
  });
});

test("the privacy notice has the university's own paragraphs, in the reader's language", async () => {
  const read = async (language: string) => {
    const { body } = await server.client().call(privacyNotice, { headers: { 'accept-language': language } });
    return privacyNotice.response.parse(body);
  };
  const { spanish } = server.deps.forms.first;
  expect(await read('en')).toEqual({ paragraphs: server.deps.partner.privacy });
  expect(await read('es')).toEqual({ paragraphs: spanish?.partner.privacy });
  expect(spanish?.partner.privacy).not.toEqual(server.deps.partner.privacy);
});

test.each<[Config['addressProvider'], string | undefined]>([
  [{ kind: 'embedded' }, undefined],
  [{ kind: 'photon', url: 'http://photon.example' }, undefined],
  [{ kind: 'here', apiKey: 'k' }, 'HERE'],
  [{ kind: 'smarty', authId: 'i', authToken: 't' }, 'Smarty'],
])('the privacy notice names the company that gets typed addresses: %j', async (addressProvider, company) => {
  const other = await testApp({ config: { addressProvider } });
  onTestFinished(other.stop);
  const { body } = await other.client().call(privacyNotice);
  expect(privacyNotice.response.parse(body).address_company).toBe(company);
});
