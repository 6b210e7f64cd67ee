import { expect, test } from 'vitest';
import { FORMATS, type FormatName } from './formats.ts';
import { parseLayout } from './read-file.ts';

/** A row of each format that can be taken. */
const ROWS = {
  ccd: {
    ...{ NCESSCH: '210186000423', SCH_NAME: 'Ada High', SY_STATUS: '1', G_12_OFFERED: 'Yes' },
    ...{ LCITY: 'Testville', LSTATE: 'KY', MCITY: 'Mailtown', MSTATE: 'KY' },
  },
  pss: { PPIN: 'A1234567', PINST: 'Ada School', PCITY: 'Mailtown', PSTABB: 'KY', HIGR: '17' },
  ipeds: { UNITID: '123456', INSTNM: 'Ada College', CITY: 'Testville', STABBR: 'KY', CYACTIVE: '1', SECTOR: '1' },
  csv: { NAME: 'Ada', CITY: 'Testville', STATE: 'KY', CATEGORY: 'college' },
  ceeb: { CODE: '123456', NAME: 'Ada High' },
} as const satisfies Readonly<Record<FormatName, Readonly<Record<string, string>>>>;

function read(format: FormatName, change: Readonly<Record<string, string>>) {
  const values: Readonly<Record<string, string>> = { ...ROWS[format], ...change };
  return FORMATS[format].read((column) => values[column] ?? '', undefined);
}

test.each<[FormatName, Readonly<Record<string, string>>, string]>([
  ['ccd', { NCESSCH: '' }, 'no NCES school id'],
  ['ccd', { NCESSCH: '21x' }, 'no NCES school id'],
  ['ccd', { SY_STATUS: '7' }, 'not open yet'],
  ['ccd', { G_12_OFFERED: '', GSHI: '08', LEVEL: 'Middle' }, 'no grade 12'],
  ['ccd', { SCH_NAME: ' ' }, 'no name'],
  ['pss', { PPIN: '123' }, 'no PSS school id'],
  ['pss', { HIGR: '16' }, 'no grade 12'],
  ['pss', { HIGR: '', LEVEL: '1' }, 'no grade 12'],
  ['pss', { PINST: '' }, 'no name'],
  ['ipeds', { UNITID: '12345' }, 'no IPEDS unit id'],
  ['ipeds', { SECTOR: '0' }, 'an administrative office'],
  ['ipeds', { INSTNM: '' }, 'no name'],
  ['csv', { CATEGORY: '' }, 'neither high school nor college; set it with --category'],
  ['csv', { NAME: '' }, 'no name'],
  ['csv', { CITY: '', STATE: '' }, 'no city and no state'],
  ['ceeb', { CODE: '12345' }, 'no CEEB code'],
  ['ceeb', { NAME: '' }, 'no name'],
])('a row of %s with %j is left out: %s', (format, change, skipped) => {
  expect(read(format, change)).toEqual({ skipped });
});

test.each<[FormatName, Readonly<Record<string, string>>, object]>([
  ['ccd', {}, { city: 'Testville', closed: false }],
  ['ccd', { SY_STATUS: '2' }, { closed: true }],
  ['ccd', { SY_STATUS: '6' }, { closed: true }],
  ['ccd', { G_12_OFFERED: '', GSHI: '12' }, { closed: false }],
  ['ccd', { G_12_OFFERED: '', LEVEL: 'High' }, { closed: false }],
  ['ccd', { LCITY: '' }, { city: 'Mailtown' }],
  ['pss', { PL_CIT: 'Testville' }, { city: 'Mailtown' }],
  ['pss', { PL_CIT: 'Testville', PL_ADD: '1 Test Street' }, { city: 'Testville' }],
  ['pss', { HIGR: '1', LEVEL: '2' }, { source_id: 'A1234567' }],
  ['pss', { HIGR: '', LEVEL: '2' }, { source_id: 'A1234567' }],
  ['ipeds', { CYACTIVE: '', DEATHYR: '2020' }, { closed: true }],
  ['ipeds', { CYACTIVE: '', DEATHYR: '-2' }, { closed: false }],
  ['ipeds', { CYACTIVE: '2' }, { closed: true }],
  ['csv', { CATEGORY: '', UNITID: '123456' }, { category: 'college_ceeb', country: 'USA' }],
  ['csv', { CITY: '', COUNTRY: 'CAN' }, { state: 'KY', country: 'CAN' }],
  ['csv', { PPIN: '1234', CODE: '12345' }, { national_id: 'pss:00001234', ceeb: '' }],
  ['csv', { ZIP: '405061234', CODE: '0' }, { zip: '40506-1234', ceeb: '' }],
  ['csv', { ZIP: '405-0000' }, { zip: '00405' }],
  ['ceeb', { CODE: '1234', COUNTRY: 'CAN' }, { category: 'college_ceeb', country: 'CAN' }],
])('a row of %s with %j is taken as %j', (format, change, record) => {
  expect(read(format, change)).toMatchObject(record);
});

test.each(['name:0-6', 'name:7-6', 'size:1-6'])('a layout with %s is refused', (part) => {
  expect(() => parseLayout(`code:1-1,${part}`)).toThrow(`at "${part}"`);
  expect([...parseLayout('code:1-1,name:2-2').values()]).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
