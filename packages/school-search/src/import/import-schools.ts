import path from 'node:path';
import type { SchoolCategory } from '../query-words.ts';
import type { SchoolsDatabase } from '../search-repository.ts';
import type { SchoolFile } from './read-file.ts';
import type { SchoolRecord } from './school-record.ts';
import { inLongTransaction, lockSchools, vacuumSearch, writeMissingDocuments, writeWords } from './search-documents.ts';

export interface ImportOptions {
  readonly clock: () => Date;
  /** For files whose rows have no category. */
  readonly category?: SchoolCategory | undefined;
  /** The list that this file is an edition of; it replaces the previous edition. */
  readonly source?: string | undefined;
  /** Rolls the import back at its end. */
  readonly dryRun?: boolean;
  /** Called regularly with the number of rows read so far. */
  readonly onProgress?: (rows: number) => void;
  /** The list that ships with the product, which all others override. */
  readonly isStarter?: boolean;
}

export interface ImportReport {
  readonly source: string;
  readonly format: string;
  readonly rows: number;
  readonly records: number;
  /** Schools that are new, that several sources share now, and that only the previous edition had. */
  readonly added: number;
  readonly merged: number;
  readonly removed: number;
  /** The file has already been imported; nothing was done. */
  readonly unchanged: boolean;
  /** Reason to number of rows, with the first lines as examples. */
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly lines: readonly number[] }[];
}

const BATCH = 2_000;
const PROGRESS_EVERY = 10_000;
const MAX_EXAMPLES = 5;
const STARTER_PRECEDENCE = 9;

const CREATE_INCOMING = `
  create temporary table incoming (
    row_number integer generated always as identity,
    school_id bigint,
    other_half text,
    is_new boolean not null default false,
    source_id text primary key, category text not null, name text not null, aliases text[] not null,
    ceeb text not null, national_id text not null, address_line_1 text not null, city text not null,
    state text not null, zip text not null, country text not null, closed boolean not null, match_key text not null
  ) on commit drop`;

const COLUMNS =
  'source_id, category, name, aliases, ceeb, national_id, address_line_1, city, state, zip, country, closed, match_key';

const FILL_INCOMING = `
  insert into incoming (${COLUMNS})
  select ${COLUMNS} from jsonb_to_recordset($1::jsonb) as r (
    source_id text, category text, name text, aliases text[], ceeb text, national_id text, address_line_1 text,
    city text, state text, zip text, country text, closed boolean, match_key text)`;

/** Records of one school never have different codes. */
const fitsSchool = (id: string) => `not exists (
  select from school_record r where r.school_id = ${id}
    and ((r.ceeb <> '' and incoming.ceeb <> '' and r.ceeb <> incoming.ceeb)
      or (r.national_id <> '' and incoming.national_id <> '' and r.national_id <> incoming.national_id)))`;

const linkBy = (condition: string) => `
  update incoming set school_id = found.school_id
  from (
    select incoming.source_id, min(known.school_id) as school_id
    from incoming join school_record known on known.category = incoming.category and ${condition}
      and ${fitsSchool('known.school_id')}
    where incoming.school_id is null
    group by incoming.source_id
    -- No link when several schools match.
    having count(distinct known.school_id) = 1
  ) found
  where incoming.source_id = found.source_id`;

/** Within a file, only a record with just a code and one with just a national id can be one school: its halves. */
const HALF = `case when ceeb <> '' and national_id = '' then 'code' when ceeb = '' and national_id <> '' then 'id' end`;

/** A key without an empty part. */
const IS_WHOLE_KEY = `incoming.match_key !~ '(^|[|])([|]|$)'`;

/** Pairs halves that have the same name and place, which no other record of the file has. */
const PAIR_HALVES = `
  update incoming set other_half = case when source_id = pair.code then pair.id else pair.code end
  from (
    select category, match_key, min(source_id) filter (where half = 'code') as code, min(source_id) filter (where half = 'id') as id
    from (select category, match_key, source_id, ${HALF} as half from incoming) halves
    group by category, match_key
    having count(*) = 2 and count(*) filter (where half = 'code') = 1 and count(*) filter (where half = 'id') = 1
  ) pair
  where incoming.category = pair.category and incoming.match_key = pair.match_key and ${IS_WHOLE_KEY}`;

/** Two records of a source, except halves, are two schools: only the first one keeps the link. */
const ONE_EACH = `
  update incoming set school_id = null
  from (
    select source_id, half, row_number() over (partition by school_id order by row_number) as place,
      row_number() over (partition by school_id, half order by row_number) as place_of_half,
      first_value(half) over (partition by school_id order by row_number) as first_half
    from (select source_id, school_id, row_number, ${HALF} as half from incoming where school_id is not null) linked
  ) ranked
  where ranked.source_id = incoming.source_id and ranked.place > 1
    and (ranked.place_of_half > 1 or ranked.half is null or ranked.first_half is null)`;

/** Links a half to the school of its other half, unless that contradicts the school's records. */
const FOLLOW_OTHER_HALF = `
  update incoming set school_id = other.school_id
  from incoming other
  where incoming.school_id is null and other.source_id = incoming.other_half and other.school_id is not null
    and ${fitsSchool('other.school_id')}
    and not exists (select from incoming third where third.school_id = other.school_id and third.source_id <> other.source_id)`;

const STEPS_TO_LINK = [
  PAIR_HALVES,
  // Names and places link only if they are unique in the file.
  linkBy(`known.national_id = incoming.national_id and incoming.national_id <> ''`),
  linkBy(`known.ceeb = incoming.ceeb and incoming.ceeb <> ''`),
  linkBy(`known.match_key = incoming.match_key and ${IS_WHOLE_KEY}
    and not exists (select from incoming twin where twin.match_key = incoming.match_key and twin.category = incoming.category
      and twin.source_id <> incoming.source_id and twin.source_id is distinct from incoming.other_half)`),
  ONE_EACH,
  FOLLOW_OTHER_HALF,
  `update incoming set is_new = true, school_id = nextval(pg_get_serial_sequence('school', 'id'))
    where school_id is null and (other_half is null or ceeb <> '' or exists (
      select from incoming other where other.source_id = incoming.other_half and other.school_id is not null))`,
  FOLLOW_OTHER_HALF,
];

/**
 * The name comes from the best record (of halves, the one with the national id, which is not shortened); the place comes whole
 * from the first record with an address.
 */
const REBUILD = `
  update school set name = best.name, closed = best.closed, ceeb = coalesce(code.ceeb, ''), aliases = coalesce(alias.names, '{}'),
    address_line_1 = place.address_line_1, city = place.city, state = place.state, zip = place.zip,
    country = place.country, document = null
  from affected
  join lateral (select name, closed from school_record r where r.school_id = affected.school_id
    order by precedence, source, national_id = '', source_id limit 1) best on true
  join lateral (select address_line_1, city, state, zip, country from school_record r where r.school_id = affected.school_id
    order by address_line_1 = '', zip = '', precedence, source, source_id limit 1) place on true
  left join lateral (select ceeb from school_record r where r.school_id = affected.school_id and ceeb <> ''
    order by precedence, source limit 1) code on true
  left join lateral (select array_agg(distinct other) as names from school_record r, unnest(r.aliases || r.name) as other
    where r.school_id = affected.school_id and other <> best.name) alias on true
  where school.id = affected.school_id`;

/** Reads all rows into the table "incoming". */
async function readRows(client: SchoolsDatabase, file: SchoolFile, options: ImportOptions) {
  const skipped = new Map<string, { reason: string; count: number; lines: number[] }>();
  const skip = (reason: string, line: number) => {
    const entry = skipped.get(reason) ?? { reason, count: 0, lines: [] };
    entry.count += 1;
    if (entry.lines.length < MAX_EXAMPLES) entry.lines.push(line);
    skipped.set(reason, entry);
  };
  const seen = new Set<string>();
  let rows = 0;
  let batch: SchoolRecord[] = [];
  const flush = async () => {
    if (batch.length > 0) await client.query(FILL_INCOMING, [JSON.stringify(batch)]);
    batch = [];
  };
  for await (const { line, row } of file.rows()) {
    rows += 1;
    if (rows % PROGRESS_EVERY === 0) options.onProgress?.(rows);
    const result = file.format.read(row, options.category ?? file.category);
    if ('skipped' in result) skip(result.skipped, line);
    else if (seen.has(result.source_id)) skip('the same school as an earlier line', line);
    else {
      seen.add(result.source_id);
      batch.push(result);
      if (batch.length === BATCH) await flush();
    }
  }
  await flush();
  return { rows, records: seen.size, skipped: [...skipped.values()].sort((a, b) => b.count - a.count) };
}

async function importInTransaction(
  client: SchoolsDatabase,
  file: SchoolFile,
  fileName: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const source = options.source ?? file.format.source ?? path.basename(fileName, path.extname(fileName));
  const report = { source, format: file.format.title };
  // With another category, the same file is another edition.
  const checksum = options.category === undefined ? file.checksum : `${file.checksum} ${options.category}`;
  await lockSchools(client);
  const before = await client.query('select from school_source where name = $1 and checksum = $2', [source, checksum]);
  if (before.rowCount === 1) {
    return { ...report, rows: 0, records: 0, added: 0, merged: 0, removed: 0, unchanged: true, skipped: [] };
  }
  await client.query(CREATE_INCOMING);
  const read = await readRows(client, file, options);
  await client.query('analyze incoming');
  await client.query('create temporary table affected (school_id bigint primary key) on commit drop');
  await client.query('insert into affected select distinct school_id from school_record where source = $1', [source]);
  await client.query(
    `update incoming set school_id = known.school_id from school_record known
      where known.source = $1 and known.source_id = incoming.source_id and known.category = incoming.category`,
    [source],
  );
  await client.query('delete from school_record where source = $1', [source]);
  for (const step of STEPS_TO_LINK) await client.query(step);
  const added = await client.query(
    `insert into school (id, category) overriding system value select school_id, category from incoming where is_new order by row_number`,
  );
  await client.query(
    `insert into school_source (name, file_name, checksum, records, imported_at) values ($1, $2, $3, $4, $5)
      on conflict (name) do update set file_name = excluded.file_name, checksum = excluded.checksum,
        records = excluded.records, imported_at = excluded.imported_at`,
    [source, path.basename(fileName), checksum, read.records, options.clock()],
  );
  await client.query(
    `insert into school_record (source, school_id, precedence, ${COLUMNS}) select $1, school_id, $2, ${COLUMNS} from incoming`,
    [source, options.isStarter ? STARTER_PRECEDENCE : file.format.precedence],
  );
  await client.query('insert into affected select school_id from incoming on conflict do nothing');
  await client.query('analyze affected');
  await client.query('analyze school_record');
  await client.query('analyze school');
  const removed = await client.query(
    `delete from school using affected where school.id = affected.school_id
      and not exists (select from school_record r where r.school_id = school.id)`,
  );
  await client.query(REBUILD);
  await writeMissingDocuments(client);
  await writeWords(client);
  const merged = await client.query(
    `select from incoming
      where exists (select from school_record r where r.school_id = incoming.school_id and r.source <> $1)`,
    [source],
  );
  return {
    ...report,
    ...read,
    added: added.rowCount ?? 0,
    merged: merged.rowCount ?? 0,
    removed: removed.rowCount ?? 0,
    unchanged: false,
  };
}

/** Whether a file has no school, as with a wrong option or only a header. Importing it changes nothing. */
export const isUnusable = ({ unchanged, records }: ImportReport): boolean => !unchanged && records === 0;

/**
 * Imports one file of schools in one transaction. Importing it again changes nothing; another edition of the same source
 * replaces the previous one. Merges records of several sources into one school by national id, else CEEB code, else name, city
 * and state, but never records with different codes.
 */
export async function importSchools(
  client: SchoolsDatabase,
  file: SchoolFile,
  fileName: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const isKept = (report: ImportReport) => !options.dryRun && !report.unchanged && !isUnusable(report);
  const report = await inLongTransaction(client, () => importInTransaction(client, file, fileName, options), isKept);
  if (isKept(report)) await vacuumSearch(client);
  return report;
}
