import * as z from 'zod';
import { SCHOOL_CATEGORIES, type SchoolCategory } from '../query-words.ts';
import { nameKey } from '../school-text.ts';
import { documentOf } from '../search-document.ts';
import { documentedSchool, type SchoolsDatabase, selectRows } from '../search-repository.ts';
import { deletionKeys } from '../word-correction.ts';
import { matchKey } from './record-keys.ts';

const BATCH = 2_000;
/** An arbitrary number: the lock that serializes changes to schools. */
const LOCK = 7_310_426_118;

/** Locks out other changes of schools until the transaction ends. */
export async function lockSchools(client: SchoolsDatabase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Runs `work` in a transaction without time limits, and rolls it back if it fails or its result is not kept. */
export async function inLongTransaction<T>(
  client: SchoolsDatabase,
  work: () => Promise<T>,
  isKept: (result: T) => boolean = () => true,
): Promise<T> {
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const result = await work();
    await client.query(isKept(result) ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The rows of a query in batches. With a cursor, since a query for the next batch would scan the whole table each time. */
async function* readBatches<T>(client: SchoolsDatabase, row: z.ZodType<T>, query: string) {
  await client.query(`declare batches no scroll cursor for ${query}`);
  for (;;) {
    const rows = await selectRows(client, row, `fetch ${BATCH} from batches`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close batches');
}

/** Writes the search documents of all schools that have none. */
export async function writeMissingDocuments(client: SchoolsDatabase): Promise<void> {
  const query = 'select id::text, category, name, aliases, ceeb, city, state, zip from school where document is null';
  for await (const schools of readBatches(client, documentedSchool, query)) {
    await client.query({
      text: `update school set name_key = made.name_key, document = made.document::tsvector
        from unnest($1::bigint[], $2::text[], $3::text[]) as made (id, name_key, document) where school.id = made.id`,
      values: [
        schools.map((school) => school.id),
        schools.map((school) => nameKey(school.name)),
        schools.map((school) => documentOf(school)),
      ],
    });
  }
}

/** Rebuilds the list of words from all documents. */
async function writeWordsOf(client: SchoolsDatabase, category: SchoolCategory): Promise<void> {
  const words = await selectRows(client, z.object({ word: z.string(), frequency: z.number() }), {
    text: `select word, ndoc as frequency from ts_stat($1) where word !~ '[0-9]' and length(word) between 2 and 40`,
    values: [`select document from school where category = '${category}'`],
  });
  await client.query('delete from school_word where category = $1', [category]);
  for (let start = 0; start < words.length; start += BATCH) {
    const batch = words.slice(start, start + BATCH).map((entry) => ({ ...entry, deletes: deletionKeys(entry.word) }));
    await client.query({
      text: `insert into school_word (category, word, frequency, deletes)
        select $1, word, frequency, deletes from jsonb_to_recordset($2::jsonb) as r (word text, frequency integer, deletes text[])`,
      values: [category, JSON.stringify(batch)],
    });
  }
}

/** Rebuilds the lists of words. */
export async function writeWords(client: SchoolsDatabase): Promise<void> {
  for (const category of SCHOOL_CATEGORIES) await writeWordsOf(client, category);
}

const recordRow = z.object({
  source: z.string(),
  source_id: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
});

/** Writes the keys that later imports match records by. */
async function writeMatchKeys(client: SchoolsDatabase): Promise<void> {
  const query = 'select source, source_id, name, city, state from school_record';
  for await (const records of readBatches(client, recordRow, query)) {
    await client.query({
      text: `update school_record set match_key = made.match_key
        from unnest($1::text[], $2::text[], $3::text[]) as made (source, source_id, match_key)
        where school_record.source = made.source and school_record.source_id = made.source_id`,
      values: [
        records.map(({ source }) => source),
        records.map(({ source_id }) => source_id),
        records.map(({ name, city, state }) => matchKey(name, city, state)),
      ],
    });
  }
}

/** Run after a commit that wrote many rows: until then, or until autovacuum, misspelled queries are several times slower. */
export async function vacuumSearch(client: SchoolsDatabase): Promise<void> {
  await client.query('vacuum (analyze) school, school_word');
}

/**
 * Rebuilds all search documents and words from the abbreviations and nicknames of this release, in one transaction.
 * Records, and which of them are one school, stay the same. Returns the number of schools.
 */
export async function rebuildSearch(client: SchoolsDatabase): Promise<number> {
  const schools = await inLongTransaction(client, async () => {
    await lockSchools(client);
    await writeMatchKeys(client);
    const { rowCount } = await client.query('update school set document = null');
    await writeMissingDocuments(client);
    await writeWords(client);
    return rowCount ?? 0;
  });
  await vacuumSearch(client);
  return schools;
}
