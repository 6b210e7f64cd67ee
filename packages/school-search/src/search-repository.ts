import * as z from 'zod';
import { SCHOOL_CATEGORIES, type SchoolCategory } from './query-words.ts';
import type { KnownWord } from './word-correction.ts';

/** A statement with a name is planned once for each connection. */
interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A connection to PostgreSQL for an import, or a pool for searches. */
export interface SchoolsDatabase {
  query(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

export async function selectRows<T>(
  database: SchoolsDatabase,
  row: z.ZodType<T>,
  statement: Statement | string,
): Promise<readonly T[]> {
  return z.array(row).parse((await database.query(statement)).rows);
}

/** The columns that a school's search document is made from. */
export const documentedSchool = z.object({
  id: z.string(),
  category: z.enum(SCHOOL_CATEGORIES),
  name: z.string(),
  aliases: z.array(z.string()),
  ceeb: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});

const candidateRow = documentedSchool.extend({
  address_line_1: z.string(),
  country: z.string(),
  closed: z.boolean(),
});
export type Candidate = Readonly<z.infer<typeof candidateRow>>;

/** Rows that the database ranks for a tsquery and for a prefix of a name, and rows that rankSchools() ranks. */
const MAX_MATCHES = 600;
const MAX_BY_NAME = 60;
const MAX_CANDIDATES = 100;

const COLUMNS = 'id::text, category, name, aliases, ceeb, address_line_1, city, state, zip, country, closed';

/** One way to read a query. */
export interface Alternative {
  /** A tsquery that schools must match. */
  readonly match: string;
  /** Searched for only if some school's word has this prefix; '' means always. */
  readonly compound: string;
}

interface Search {
  readonly category: SchoolCategory;
  /** A school must match one of these, or have a name that begins with a key, or a code. */
  readonly alternatives: readonly Alternative[];
  /** A tsquery of all words: how well it fits ranks the matches. */
  readonly rank: string;
  /** Beginnings of name keys. */
  readonly keys: readonly string[];
  readonly codes: readonly string[];
  readonly partnerState: string;
}

/** Whether the column's text is a prefix of some school's word. */
const beginsWord = (category: string, column: string) => `exists (select from school_word
  where category = ${category} and word >= ${column} collate "C" and word < (${column} || chr(1114111)) collate "C")`;

/**
 * Candidates of one category, which is part of the statement so that the planner uses its partial index. Finds the places of
 * rows first, then reads and ranks each row once. Everything else is a parameter, so each connection plans it once.
 */
const candidateStatement = (category: SchoolCategory) => `select ${COLUMNS} from school
  where ctid = any(array(
    select found.ctid from unnest($1::text[]) as key cross join lateral (
      select ctid from school where category = '${category}' and name_key >= key and name_key < key || chr(1114111)
      order by name_key limit ${MAX_BY_NAME}) as found
    union all
    select found.ctid from unnest($1::text[]) as key cross join lateral (
      select ctid from school
      where category = '${category}' and state = $2 and name_key >= key and name_key < key || chr(1114111)
      order by name_key limit ${MAX_BY_NAME}) as found
    where $2 <> ''
    union all
    select found.ctid from unnest($3::tsquery[], $7::text[]) as alternative (match, compound) cross join lateral (
      select ctid from school where category = '${category}' and document @@ match limit ${MAX_MATCHES}) as found
    where compound = '' or ${beginsWord(`'${category}'`, 'compound')}
    union all
    select ctid from school where category = '${category}' and ceeb <> '' and ceeb = any($4::text[])
  ))
  order by closed,
    ts_rank('{0.3,0.4,0.8,1}', document, $5::tsquery, 1)
      + case when starts_with(name_key, $6) then 1::float8 else 0 end
      + case when state = $2 then 0.05::float8 else 0 end desc,
    length(name_key), id
  limit ${MAX_CANDIDATES}`;

/** The likeliest schools, roughly in order. */
export async function findCandidates(database: SchoolsDatabase, search: Search): Promise<readonly Candidate[]> {
  const { category, keys, partnerState, alternatives, codes, rank } = search;
  if (keys.length === 0 && alternatives.length === 0 && codes.length === 0) return [];
  return selectRows(database, candidateRow, {
    name: `candidates-${category}`,
    text: candidateStatement(category),
    values: [
      keys,
      // Beginnings such as "university of" have hundreds of names: the partner's state has its own share of them.
      partnerState,
      alternatives.map(({ match }) => match),
      codes,
      rank,
      keys[0] ?? '',
      alternatives.map(({ compound }) => compound),
    ],
  });
}

/** Which of these are a prefix of some school's word. */
export async function findPrefixes(
  database: SchoolsDatabase,
  category: SchoolCategory,
  words: readonly string[],
): Promise<ReadonlySet<string>> {
  if (words.length === 0) return new Set();
  const rows = await selectRows(database, z.object({ typed: z.string() }), {
    name: 'prefixes',
    text: `select typed from unnest($2::text[]) as typed where ${beginsWord('$1', 'typed')}`,
    values: [category, words],
  });
  return new Set(rows.map(({ typed }) => typed));
}

const knownWord = z.object({ word: z.string(), frequency: z.number() });

/** Which of these are words of some school, with the number of schools that have them. */
export async function countWords(
  database: SchoolsDatabase,
  category: SchoolCategory,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (words.length === 0) return new Map();
  const rows = await selectRows(database, knownWord, {
    name: 'word-counts',
    text: 'select word, frequency from school_word where category = $1 and word = any($2::text[])',
    values: [category, words],
  });
  return new Map(rows.map(({ word, frequency }) => [word, frequency]));
}

/** Words that share one of these deletion keys. */
export function findSimilarWords(
  database: SchoolsDatabase,
  category: SchoolCategory,
  keys: readonly string[],
): Promise<readonly KnownWord[]> {
  return selectRows(database, knownWord, {
    name: 'similar-words',
    text: 'select word, frequency from school_word where category = $1 and deletes && $2::text[] limit 3000',
    values: [category, keys],
  });
}

export async function schoolById(
  database: SchoolsDatabase,
  category: SchoolCategory,
  id: string,
): Promise<Candidate | undefined> {
  const [school] = await selectRows(database, candidateRow, {
    text: `select ${COLUMNS} from school where school.id = $1 and category = $2`,
    values: [id, category],
  });
  return school;
}
