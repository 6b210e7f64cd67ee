import type { SchoolCategory } from '../query-words.ts';
import { recordKey } from './record-keys.ts';
import { ceebOf, type SchoolRecord, schoolRecord, zipOf } from './school-record.ts';

/** A row of a file by column name, upper case. A column that the file does not have reads as ''. */
export type Row = (column: string) => string;

/** A record, or why the row is left out. */
type RowResult = SchoolRecord | { readonly skipped: string };

export const FORMAT_NAMES = ['ccd', 'pss', 'ipeds', 'csv', 'ceeb'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export interface Format {
  readonly name: FormatName;
  readonly title: string;
  /** The header's columns that identify this format, each under any of its names. None in the fixed-width file. */
  readonly columns: readonly (readonly string[])[];
  /** Names and addresses of the smaller number win. */
  readonly precedence: number;
  /** The list that each file of this format is an edition of; undefined: the file's own name. */
  readonly source: string | undefined;
  read(row: Row, category: SchoolCategory | undefined): RowResult;
}

/** Location first: mailing addresses are often post office boxes. */
const firstOf = (row: Row, ...columns: readonly string[]) =>
  columns.map((column) => row(column).trim()).find((value) => value !== '') ?? '';

/** NCES Common Core of Data, school directory: https://nces.ed.gov/ccd/files.asp */
const ccd: Format = {
  name: 'ccd',
  title: 'NCES public schools (CCD directory)',
  columns: [
    ['NCESSCH'],
    ['SCH_NAME', 'SCHNAM'],
    ['LCITY', 'MCITY'],
    ['LSTATE', 'MSTATE'],
    ['SY_STATUS', 'UPDATED_STATUS', 'STATUS'],
  ],
  precedence: 1,
  source: 'ccd',
  read(row) {
    const id = row('NCESSCH').trim().padStart(12, '0');
    if (!/^\d{12}$/.test(id) || Number(id) === 0) return { skipped: 'no NCES school id' };
    const status = firstOf(row, 'UPDATED_STATUS', 'SY_STATUS', 'STATUS');
    if (status === '7') return { skipped: 'not open yet' };
    const reaches12 =
      row('G_12_OFFERED') === ''
        ? ['12', '13'].includes(row('GSHI').trim()) || /^(high|secondary)/i.test(row('LEVEL'))
        : /^yes$/i.test(row('G_12_OFFERED').trim());
    if (!reaches12) return { skipped: 'no grade 12' };
    // Editions before 2014 shorten some columns.
    const name = firstOf(row, 'SCH_NAME', 'SCHNAM');
    if (name === '') return { skipped: 'no name' };
    const isLocation = row('LCITY').trim() !== '';
    const place = (part: string) => row(`${isLocation ? 'L' : 'M'}${part}`);
    return schoolRecord({
      source_id: id,
      category: 'hs_ceeb',
      name,
      national_id: `nces:${id}`,
      address_line_1: place('STREET1') || place('STREE'),
      city: place('CITY'),
      state: place('STATE'),
      zip: zipOf(place('ZIP'), place('ZIP4')),
      // 2 closed, 6 temporarily closed.
      closed: status === '2' || status === '6',
    });
  },
};

/** Codes of the Private School Universe Survey for its highest grade: all pupils without a grade, and grade 12. */
const PSS_UNGRADED = 1;
const PSS_GRADE_12 = 17;

/** For a school without grades, and where no grade is named, the level decides: 1 is elementary. */
function pssReaches12(row: Row): boolean {
  const level = firstOf(row, 'LEVEL', 'PSS_LEVEL');
  // HIGR, or HIGR and the year of the survey.
  const highest = firstOf(row, 'HIGR', 'HIGR*', 'HIGRADE');
  return highest === '' || Number(highest) === PSS_UNGRADED ? level !== '1' : Number(highest) >= PSS_GRADE_12;
}

/** NCES Private School Universe Survey: https://nces.ed.gov/surveys/pss/pssdata.asp, or its school search (PSS_…). */
const pss: Format = {
  name: 'pss',
  title: 'NCES private schools (PSS)',
  columns: [
    ['PPIN', 'PSS_SCHOOL_ID'],
    ['PINST', 'PSS_INST'],
    ['PCITY', 'PL_CIT', 'PSS_CITY'],
    ['PSTABB', 'PL_STABB', 'PSS_STABB'],
  ],
  precedence: 1,
  source: 'pss',
  read(row) {
    const id = firstOf(row, 'PPIN', 'PSS_SCHOOL_ID').toUpperCase();
    if (!/^[0-9A-Z]{5,8}$/.test(id)) return { skipped: 'no PSS school id' };
    if (!pssReaches12(row)) return { skipped: 'no grade 12' };
    const name = firstOf(row, 'PINST', 'PSS_INST');
    if (name === '') return { skipped: 'no name' };
    const isLocation = row('PL_CIT').trim() !== '' && row('PL_ADD').trim() !== '';
    return schoolRecord({
      source_id: id,
      category: 'hs_ceeb',
      name,
      national_id: `pss:${id.padStart(8, '0')}`,
      address_line_1: isLocation ? row('PL_ADD') : firstOf(row, 'PADDRS', 'PSS_ADDRESS'),
      city: isLocation ? row('PL_CIT') : firstOf(row, 'PCITY', 'PL_CIT', 'PSS_CITY'),
      state: isLocation ? row('PL_STABB') : firstOf(row, 'PSTABB', 'PL_STABB', 'PSS_STABB'),
      zip: isLocation
        ? zipOf(row('PL_ZIP'), row('PL_ZIP4'))
        : zipOf(firstOf(row, 'PZIP', 'PL_ZIP', 'PSS_ZIP5'), firstOf(row, 'PZIP4', 'PSS_ZIP4')),
    });
  },
};

/** IPEDS institutional characteristics, directory (HD): https://nces.ed.gov/ipeds/datacenter/DataFiles.aspx */
const ipeds: Format = {
  name: 'ipeds',
  title: 'IPEDS colleges (HD)',
  columns: [['UNITID'], ['INSTNM'], ['CITY'], ['STABBR'], ['CYACTIVE', 'ACT', 'DEATHYR']],
  precedence: 1,
  source: 'ipeds',
  read(row) {
    const id = row('UNITID').trim();
    if (!/^\d{6}$/.test(id)) return { skipped: 'no IPEDS unit id' };
    if (row('SECTOR').trim() === '0') return { skipped: 'an administrative office' };
    if (row('INSTNM').trim() === '') return { skipped: 'no name' };
    const active = row('CYACTIVE').trim();
    const died = row('DEATHYR').trim();
    return schoolRecord({
      source_id: id,
      category: 'college_ceeb',
      name: row('INSTNM'),
      aliases: row('IALIAS').split('|'),
      national_id: `ipeds:${id}`,
      address_line_1: row('ADDR'),
      city: row('CITY'),
      state: row('STABBR'),
      zip: zipOf(row('ZIP')),
      closed: active === '' ? Number(died) > 0 : active !== '1',
    });
  },
};

function categoryOf(text: string): SchoolCategory | undefined {
  if (/^(hs|hs_ceeb|high.?school)$/i.test(text.trim())) return 'hs_ceeb';
  if (/^(college|college_ceeb|university)$/i.test(text.trim())) return 'college_ceeb';
  return undefined;
}

function nationalIdOf(row: Row): string {
  const unit = row('UNITID').trim();
  if (unit !== '') return `ipeds:${unit}`;
  const nces = firstOf(row, 'NCES', 'NCES_ID', 'NCESSCH');
  if (nces !== '') return /^\d{9,12}$/.test(nces) ? `nces:${nces.padStart(12, '0')}` : `pss:${nces.padStart(8, '0')}`;
  const ppin = row('PPIN').trim();
  return ppin === '' ? '' : `pss:${ppin.padStart(8, '0')}`;
}

/** Any file with a header that names at least name, city and state. */
const csv: Format = {
  name: 'csv',
  title: 'CSV with a header',
  columns: [['NAME'], ['CITY'], ['STATE']],
  precedence: 2,
  source: undefined,
  read(row, given) {
    const national_id = nationalIdOf(row);
    const category =
      categoryOf(row('CATEGORY')) ?? given ?? (national_id.startsWith('ipeds:') ? 'college_ceeb' : undefined);
    if (category === undefined) return { skipped: 'neither high school nor college; set it with --category' };
    const [name, city, state] = [row('NAME').trim(), row('CITY').trim(), row('STATE').trim()];
    if (name === '') return { skipped: 'no name' };
    if (city === '' && state === '') return { skipped: 'no city and no state' };
    const ceeb = ceebOf(firstOf(row, 'CEEB', 'CEEB_CODE', 'CODE'), category);
    const record = schoolRecord({
      source_id: '',
      category,
      name,
      aliases: row('ALIASES').split(/[|;]/),
      ceeb,
      national_id,
      address_line_1: firstOf(row, 'ADDRESS_LINE_1', 'ADDRESS', 'STREET'),
      city,
      state,
      zip: zipOf(firstOf(row, 'ZIP', 'ZIPCODE', 'ZIP_CODE', 'POSTAL_CODE')),
      country: row('COUNTRY').trim() || undefined,
      closed: /^(closed|yes|true|1)$/i.test(firstOf(row, 'CLOSED', 'STATUS')),
    });
    return {
      ...record,
      source_id: [category, ceeb || national_id || recordKey(record.name, record.city, record.state)].join(' '),
    };
  },
};

/** The College Board's list of codes, one school a line in fixed columns; see CeebLayout. */
const ceeb: Format = {
  name: 'ceeb',
  title: 'College Board codes in fixed columns',
  columns: [],
  precedence: 3,
  source: undefined,
  read(row, given) {
    const code = row('CODE').trim();
    if (!/^\d{4}$|^\d{6}$/.test(code)) return { skipped: 'no CEEB code' };
    const category = given ?? (code.length === 4 ? 'college_ceeb' : 'hs_ceeb');
    if (row('NAME').trim() === '') return { skipped: 'no name' };
    return schoolRecord({
      source_id: `${category} ${code}`,
      category,
      name: row('NAME'),
      ceeb: ceebOf(code, category),
      address_line_1: row('ADDRESS'),
      city: row('CITY'),
      state: row('STATE'),
      zip: zipOf(row('ZIP')),
      country: row('COUNTRY').trim() || undefined,
    });
  },
};

export const FORMATS: Readonly<Record<FormatName, Format>> = { ccd, pss, ipeds, csv, ceeb };

/** The most particular format whose columns a header has; its names are in upper case. */
export function formatOfHeader(header: readonly string[]): Format | undefined {
  return [ccd, pss, ipeds, csv].find(({ columns }) =>
    columns.every((choices) => choices.some((column) => header.includes(column))),
  );
}

/** The category of a plain list, where its columns are ids of high schools or of colleges. */
export function categoryOfHeader(header: readonly string[]): SchoolCategory | undefined {
  const isOfColleges = header.includes('UNITID');
  const isOfHighSchools = ['NCES', 'NCES_ID', 'NCESSCH', 'PPIN'].some((column) => header.includes(column));
  if (isOfColleges === isOfHighSchools) return undefined;
  return isOfColleges ? 'college_ceeb' : 'hs_ceeb';
}
