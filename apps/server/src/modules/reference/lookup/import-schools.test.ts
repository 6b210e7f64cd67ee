import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ImportOptions, importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile, parseLayout, SchoolFileError } from '@firstyear/school-search/import/read-file';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '../../../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { loadStarterSchools } from './starter.ts';

let database: TestDatabase;
let client: pg.Client;
let folder: string;
const clock = new TestClock();

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-schools-'));
});
beforeEach(() => client.query('truncate school, school_record, school_source, school_word'));
afterAll(async () => {
  await client.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

interface Given extends Partial<ImportOptions> {
  readonly format?: 'ceeb';
  readonly layout?: string;
}

async function importText(name: string, content: string | Buffer, given: Given = {}) {
  const { format, layout, ...options } = given;
  const path = await fileOf(name, content);
  const file = await openSchoolFile(path, {
    ...(format && { format }),
    ...(layout !== undefined && { layout: parseLayout(layout) }),
  });
  return importSchools(client, file, path, { clock: clock.now, ...options });
}

const schools = async (columns = 'name, ceeb, address_line_1, city, state, zip, closed') =>
  (await client.query(`select ${columns} from school order by name, city`)).rows;

const CCD_HEADER =
  'SCHOOL_YEAR,ST,SCH_NAME,NCESSCH,MSTREET1,MCITY,MSTATE,MZIP,LSTREET1,LCITY,LSTATE,LZIP,LZIP4,SY_STATUS,UPDATED_STATUS,LEVEL,G_12_OFFERED,GSHI';
const CCD = [
  CCD_HEADER,
  '2022-2023,KY,Ada Testperson High School,210186001669,PO Box 1,Berea,KY,40404,1 Invented Way,Berea,KY,40403,1234,1,1,High,Yes,12',
  '2022-2023,AL,Lost Zeros High School,10000500870,2 Invented Way,Albertville,AL,35950,2 Invented Way,Albertville,AL,35950,,1,1,High,Yes,12',
  '2022-2023,KY,Small Children School,210186001670,3 Invented Way,Berea,KY,40403,3 Invented Way,Berea,KY,40403,,1,1,Elementary,No,05',
  '2022-2023,KY,Closed High School,210186001671,4 Invented Way,Berea,KY,40403,4 Invented Way,Berea,KY,40403,,2,2,High,Yes,12',
  '2022-2023,KY,Future High School,210186001672,5 Invented Way,Berea,KY,40403,5 Invented Way,Berea,KY,40403,,7,7,High,Yes,12',
].join('\n');

describe('files as they are published', () => {
  test('NCES public schools: those with grade 12, at their location, ids with their zeros, closed ones marked', async () => {
    const report = await importText('ccd_sch_029_2223.csv', CCD);
    expect(report).toMatchObject({ source: 'ccd', rows: 5, records: 3, added: 3 });
    expect(report.skipped).toEqual([
      { reason: 'no grade 12', count: 1, lines: [4] },
      { reason: 'not open yet', count: 1, lines: [6] },
    ]);
    expect(await schools('name, address_line_1, zip, closed')).toEqual([
      { name: 'Ada Testperson High School', address_line_1: '1 Invented Way', zip: '40403-1234', closed: false },
      { name: 'Closed High School', address_line_1: '4 Invented Way', zip: '40403', closed: true },
      { name: 'Lost Zeros High School', address_line_1: '2 Invented Way', zip: '35950', closed: false },
    ]);
    const ids = await client.query('select national_id from school_record order by national_id');
    expect(ids.rows[0]).toEqual({ national_id: 'nces:010000500870' });
  });

  test('NCES private schools: capitals made readable, place before postal box, up to grade 12', async () => {
    const text = [
      'PPIN,PINST,PADDRS,PCITY,PSTABB,PZIP,PZIP4,PL_ADD,PL_CIT,PL_STABB,PL_ZIP,PL_ZIP4,LEVEL,LOGR2020,HIGR2020',
      "00512345,ST. ADA'S O'TEST ACADEMY OF THE MCTEST,PO BOX 9,LEXINGTON,KY,40502,0009,7 INVENTED RD,LEXINGTON,KY,40503,,3,2,17",
      'A9900001,TINY TEST SCHOOL,8 INVENTED RD,LEXINGTON,KY,40502,,,,,,,1,2,10',
    ].join('\r\n');
    const report = await importText('pss1920_pu.csv', text);
    expect(report).toMatchObject({ source: 'pss', records: 1, skipped: [{ reason: 'no grade 12', count: 1 }] });
    expect(await schools('name, address_line_1, city, zip')).toEqual([
      {
        name: "St. Ada's O'Test Academy of the McTest",
        address_line_1: '7 Invented Rd',
        city: 'Lexington',
        zip: '40503',
      },
    ]);
  });

  test('older editions of NCES: separated by tabs, with lowercase or shorter column names, and literal quotation marks', async () => {
    const pss = [
      'ppin\tpinst\tpaddrs\tpcity\tpstabb\tpzip\tpl_add\tpl_cit\tpl_stabb\tpl_zip\tlevel\tlogr2012\thigr2012',
      '512345\tADA "TEST" ACADEMY\t1 INVENTED RD\tLEXINGTON\tKY\t40502\t\t\t\t\t3\t2\t17',
      'A9900002\tUNGRADED TEST SCHOOL\t2 INVENTED RD\tLEXINGTON\tKY\t40502\t\t\t\t\t3\t1\t1',
      'A9900003\tSMALL TEST SCHOOL\t3 INVENTED RD\tLEXINGTON\tKY\t40502\t\t\t\t\t1\t1\t1',
    ].join('\r\n');
    const ccd = [
      'SURVYEAR\tNCESSCH\tSCHNAM\tLSTREE\tLCITY\tLSTATE\tLZIP\tGSHI\tSTATUS',
      '2013\t210186001679\tADA "OLD HIGH SCHOOL\t4 INVENTED WAY\tBEREA\tKY\t40403\t12\t1',
    ].join('\n');
    expect(await importText('pss1112_pu.txt', pss)).toMatchObject({ source: 'pss', records: 2 });
    expect(await importText('sc132a.txt', ccd)).toMatchObject({ source: 'ccd', records: 1 });
    expect(await schools('name, address_line_1')).toEqual([
      { name: 'Ada "Old High School', address_line_1: '4 Invented Way' },
      { name: 'Ada "Test" Academy', address_line_1: '1 Invented Rd' },
      { name: 'Ungraded Test School', address_line_1: '2 Invented Rd' },
    ]);
  });

  test("the download of the NCES school search for private schools, and a school's address in two lines", async () => {
    const text = [
      'PSS_SCHOOL_ID,PSS_INST,LoGrade,HiGrade,PSS_ADDRESS,PSS_CITY,PSS_STABB,PSS_ZIP5',
      '00512346,Ada Search Academy,6,17,"5 Invented Rd\nRear",Lexington,KY,40502',
    ].join('\n');
    expect(await importText('search.csv', text)).toMatchObject({ source: 'pss', records: 1, skipped: [] });
    const found = await schools('name, address_line_1, city, zip');
    expect(found).toEqual([
      { name: 'Ada Search Academy', address_line_1: '5 Invented Rd Rear', city: 'Lexington', zip: '40502' },
    ]);
  });

  test('IPEDS colleges with a byte order mark and the spaces and dates of some editions', async () => {
    const text = [
      '\uFEFFUNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,SECTOR,CLOSEDAT,DEATHYR,CYACTIVE ',
      '999911,Marked Test College,,1 Invented Ave,Berea,KY,40403,2,-2,-2,1',
      '999912,Shut Test College,,2 Invented Ave,Berea,KY,40403,2,06/2023,2023,2',
    ].join('\n');
    expect(await importText('HD2022.csv', text)).toMatchObject({ source: 'ipeds', records: 2 });
    expect(await schools('name, closed')).toEqual([
      { name: 'Marked Test College', closed: false },
      { name: 'Shut Test College', closed: true },
    ]);
  });

  test('IPEDS colleges, in the encoding of older Windows: accents, other names, closed and office rows', async () => {
    const text = [
      'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,SECTOR,DEATHYR,CYACTIVE',
      '999901,"Université Test-Ada","Ada U | AU",1 Invented Ave,Mayagüez,PR,00681-0001,2,-2,1',
      '999902,Test System Office,,2 Invented Ave,Berea,KY,40403,0,-2,1',
      '999903,Gone Test College,,3 Invented Ave,Berea,KY,40403,2,2023,3',
    ].join('\n');
    const report = await importText('hd2023.csv', Buffer.from(text, 'latin1'));
    expect(report).toMatchObject({ source: 'ipeds', records: 2, skipped: [{ reason: 'an administrative office' }] });
    expect(await schools('name, aliases, city, zip, closed')).toEqual([
      { name: 'Gone Test College', aliases: [], city: 'Berea', zip: '40403', closed: true },
      { name: 'Université Test-Ada', aliases: ['AU', 'Ada U'], city: 'Mayagüez', zip: '00681-0001', closed: false },
    ]);
  });

  test("the College Board's fixed columns, with a custom layout", async () => {
    const lines = [
      `181234${'ADA TEST HIGH SCHOOL'.padEnd(30)}${'BEREA'.padEnd(20)}KY40403`,
      `1060  ${'TEST COLLEGE'.padEnd(30)}${'BEREA'.padEnd(20)}KY40404`,
      `XXXXXX${'NO CODE SCHOOL'.padEnd(30)}${'BEREA'.padEnd(20)}KY40403`,
    ];
    const layout = 'code:1-6,name:7-36,city:37-56,state:57-58,zip:59-63';
    const report = await importText('codes.txt', lines.join('\n'), { format: 'ceeb', layout });
    expect(report).toMatchObject({ records: 2, skipped: [{ reason: 'no CEEB code', lines: [3] }] });
    expect(await schools('category, name, ceeb, city, zip')).toEqual([
      { category: 'hs_ceeb', name: 'Ada Test High School', ceeb: '181234', city: 'Berea', zip: '40403' },
      { category: 'college_ceeb', name: 'Test College', ceeb: '1060', city: 'Berea', zip: '40404' },
    ]);
  });

  test("[API-31] an import vacuums its tables, so that later searches don't have to", async () => {
    await importText('list.csv', 'name,city,state\nSampleton High School,Sampleton,KY\n', { category: 'hs_ceeb' });
    const { rows } = await client.query(
      "select relname from pg_class where relname in ('school', 'school_word') and relallvisible > 0 order by relname",
    );
    expect(rows).toEqual([{ relname: 'school' }, { relname: 'school_word' }]);
  });

  test('plain CSV with a byte order mark: codes and ZIP codes get their leading zeros back', async () => {
    await importText(
      'list.csv',
      '﻿ceeb,name,city,state,zip,category\n10005,Zero High School,Arab,AL,1002,high school\n98,Zero College,Arab,AL,01003,college\n',
    );
    expect(await schools('name, ceeb, zip')).toEqual([
      { name: 'Zero College', ceeb: '0098', zip: '01003' },
      { name: 'Zero High School', ceeb: '010005', zip: '01002' },
    ]);
  });

  test('a plain list has high schools or colleges, depending on its id columns', async () => {
    await importText('hs.csv', 'ceeb,name,city,state,nces\n,Column High School,Arab,AL,\n');
    await importText('co.csv', 'ceeb,name,city,state,unitid\n,Column College,Arab,AL,\n');
    expect(await schools('category, name')).toEqual([
      { category: 'college_ceeb', name: 'Column College' },
      { category: 'hs_ceeb', name: 'Column High School' },
    ]);
    const unclear = await importText('unclear.csv', 'name,city,state\nColumn School,Arab,AL\n');
    expect(unclear).toMatchObject({ records: 0, skipped: [{ count: 1, lines: [2] }] });
  });

  test('an unknown file is refused in words, and so is an invalid layout', async () => {
    const file = await fileOf('other.csv', 'a,b\n1,2\n');
    await expect(openSchoolFile(file)).rejects.toThrow(SchoolFileError);
    await expect(openSchoolFile(file)).rejects.toThrow('name, city and state');
    await expect(openSchoolFile(path.join(folder, 'nowhere.csv'))).rejects.toThrow('cannot be opened');
    expect(() => parseLayout('code:1-6')).toThrow('"name"');
    expect(() => parseLayout('code:x')).toThrow(SchoolFileError);
  });
});

const HIGH: SchoolCategory = 'hs_ceeb';
const header = 'ceeb,name,address,city,state,zip,nces';

describe('editions', () => {
  const first = `${header}\n181234,Ada Test High School,1 Way,Berea,KY,40403,\n181235,Old Test High School,2 Way,Berea,KY,40403,\n`;
  const second = `${header}\n181234,Ada Testperson High School,1 Way,Berea,KY,40403,\n181236,New Test High School,3 Way,Berea,KY,40403,\n`;

  test('the same file again changes nothing', async () => {
    await importText('a.csv', first, { category: HIGH, source: 'list' });
    const before = await schools('id, name');
    expect(await importText('b.csv', first, { category: HIGH, source: 'list' })).toMatchObject({ unchanged: true });
    expect(await schools('id, name')).toEqual(before);
  });

  test('a newer edition replaces the older one, and a school keeps its id', async () => {
    await importText('a.csv', first, { category: HIGH, source: 'list' });
    const [ada] = await schools('id, name');
    const report = await importText('a.csv', second, { category: HIGH, source: 'list' });
    expect(report).toMatchObject({ added: 1, removed: 1 });
    expect(await schools('name')).toEqual([{ name: 'Ada Testperson High School' }, { name: 'New Test High School' }]);
    const again = await client.query('select id from school where ceeb = $1', ['181234']);
    expect(again.rows[0]?.id).toBe(ada?.id);
  });

  test('a dry run reports the changes and saves none', async () => {
    const report = await importText('a.csv', first, { category: HIGH, dryRun: true });
    expect(report).toMatchObject({ records: 2, added: 2 });
    expect(await schools()).toEqual([]);
  });

  test('a file that breaks halfway changes nothing', async () => {
    await importText('a.csv', first, { category: HIGH, source: 'list' });
    const broken = `${second}181299,"Unclosed,4 Way,Berea,KY,40403,\n`;
    await expect(importText('a.csv', broken, { category: HIGH, source: 'list' })).rejects.toThrow();
    expect(await schools('name')).toEqual([{ name: 'Ada Test High School' }, { name: 'Old Test High School' }]);
  });

  test('a duplicate row is left out and named', async () => {
    const twice = `${first}181234,Ada Test High School,1 Way,Berea,KY,40403,\n`;
    const report = await importText('a.csv', twice, { category: HIGH });
    expect(report.skipped).toEqual([{ reason: 'the same school as an earlier line', count: 1, lines: [4] }]);
  });
});

describe('one school from several sources', () => {
  const ofNces = async () => importText('ccd.csv', CCD);

  test('joins by national id: the name of the better source, the code of the other, nothing invented', async () => {
    await importText('codes.csv', `${header}\n181234,Ada T High,,Berea,KY,,210186001669\n`, { category: HIGH });
    expect(await ofNces()).toMatchObject({ merged: 1, added: 2 });
    const [ada] = await schools();
    expect(ada).toEqual({
      name: 'Ada Testperson High School',
      ceeb: '181234',
      address_line_1: '1 Invented Way',
      city: 'Berea',
      state: 'KY',
      zip: '40403-1234',
      closed: false,
    });
  });

  test('joins by name, city and state if there is no code, also with abbreviated names', async () => {
    await ofNces();
    const report = await importText('codes.csv', `${header}\n181234,Ada Testperson HS,,BEREA,KY,,\n`, {
      category: HIGH,
    });
    expect(report).toMatchObject({ merged: 1, added: 0 });
  });

  test('never joins records whose codes differ', async () => {
    await importText('one.csv', `${header}\n181234,Ada Test HS,,Berea,KY,,210186000001\n`, { category: HIGH });
    const other = `${header}\n181299,Ada Test HS,,Berea,KY,,210186000001\n`;
    expect(await importText('two.csv', other, { category: HIGH })).toMatchObject({ merged: 0, added: 1 });
  });

  test('never guesses which of two schools of one name and place is meant', async () => {
    const two = `${header}\n181234,Central High School,1 Way,Berea,KY,,\n181235,Central High School,2 Way,Berea,KY,,\n`;
    await importText('one.csv', two, { category: HIGH });
    const report = await importText('two.csv', `${header}\n,Central High School,,Berea,KY,,\n`, { category: HIGH });
    expect(report).toMatchObject({ merged: 0, added: 1 });
  });

  test('joins a code and a national id of one school in one file, and detects a city after the name', async () => {
    const halves = `ceeb,name,city,state,unitid\n1801,Univ Testland Berea,Berea,KY,\n,University of Testland,Berea,KY,999921\n`;
    expect(await importText('halves.csv', halves)).toMatchObject({ records: 2, added: 1 });
    expect(await schools('name, aliases, ceeb')).toEqual([
      { name: 'University of Testland', aliases: ['Univ Testland Berea'], ceeb: '1801' },
    ]);
    // With a third school of that name, it is unclear which two belong together.
    const three = `${halves},University of Testland,Berea,KY,999922\n`;
    expect(await importText('three.csv', three)).toMatchObject({ added: 1, merged: 2 });
  });

  test.each([
    ['two codes', '1801,University of Testland,,', '1802,University of Testland,,'],
    ['two national ids', ',University of Testland,,999921', ',University of Testland,,999922'],
    ['a code and neither', '1801,University of Testland,,', ',University of Testland,1 Way,'],
    ['a name that is nothing but its city', '1801,University of Berea,,', ',University,,999921'],
  ])('never joins %s of one file', async (_, a, b) => {
    const row = (text: string) => text.replace(/,(?=[^,]*,[^,]*$)/, ',Berea,KY,');
    const report = await importText('two.csv', `ceeb,name,city,state,address,unitid\n${row(a)}\n${row(b)}\n`);
    expect(report).toMatchObject({ records: 2, added: 2 });
  });

  test('an edition without earlier schools removes those that only its source has, and shared ones fall back to the other', async () => {
    await importText('codes.csv', `${header}\n181234,Ada T High,,Berea,KY,,210186001669\n`, { category: HIGH });
    await ofNces();
    const other =
      '2023-2024,KY,Newly Listed High School,210186001673,6 Invented Way,Berea,KY,40403,6 Invented Way,Berea,KY,40403,,1,1,High,Yes,12';
    await importText('ccd.csv', `${CCD_HEADER}\n${other}`);
    expect(await schools('name, ceeb, address_line_1')).toEqual([
      { name: 'Ada T High', ceeb: '181234', address_line_1: '' },
      { name: 'Newly Listed High School', ceeb: '', address_line_1: '6 Invented Way' },
    ]);
  });
});

test('no two starter schools have the same national id, and nearly all high schools have one, so that lists join them', async () => {
  await loadStarterSchools(database.url, clock.now);
  const twice = await client.query(
    `select national_id from school_record where national_id <> '' group by 1 having count(*) > 1`,
  );
  expect(twice.rows).toEqual([]);
  const without = await client.query(
    `select count(*)::int as count from school_record where national_id = '' and category = 'hs_ceeb'`,
  );
  expect(without.rows[0]?.count).toBeLessThan(20);
});

test('the starter schools load once, and later only new ones', async () => {
  const report = await loadStarterSchools(database.url, clock.now);
  expect(report.skipped).toEqual([]);
  expect(report.records).toBeGreaterThan(500);
  expect(await loadStarterSchools(database.url, clock.now)).toMatchObject({ unchanged: true });
  const found = await client.query("select count(*)::int as count from school where state = 'KY'");
  expect(found.rows[0]?.count).toBeGreaterThan(200);
});
