import type pg from 'pg';
import * as z from 'zod';
import type { Candidate } from './match-school.ts';
import type { SchoolCategory } from './query-words.ts';
import type { KnownWord } from './word-correction.ts';

/** Rows that the database ranks for one tsquery, for one beginning of a name, and those that rankSchools() ranks. */
const MAX_MATCHES = 600;
const MAX_BY_NAME = 60;
const MAX_CANDIDATES = 100;

const candidateRow = z.object({
  id: z.string(),
  category: z.enum(['hs_ceeb', 'college_ceeb']),
  name: z.string(),
  aliases: z.array(z.string()),
  ceeb: z.string(),
  address_line_1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  closed: z.boolean(),
});
const COLUMNS = 'id::text, category, name, aliases, ceeb, address_line_1, city, state, zip, country, closed';

export interface Search {
  readonly category: SchoolCategory;
  /** Tsqueries of which a school must match one; none: its name must begin with the query, or its code be the query's. */
  readonly matches: readonly string[];
  /** A tsquery of all words: how well it fits ranks the matches. */
  readonly rank: string;
  /** A tsquery of all words as whole words: who has them comes first. */
  readonly whole: string;
  /** Beginnings of name keys. */
  readonly keys: readonly string[];
  readonly codes: readonly string[];
  readonly partnerState: string;
}

/** A pattern of LIKE for texts that begin with a key. Keys hold letters, digits and spaces only. */
const prefixPattern = (key: string) => `${key}%`;

/** The likeliest schools, roughly in order. */
export async function findCandidates(pool: pg.Pool, search: Search): Promise<readonly Candidate[]> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  // Written into the statement, so that the planner takes the partial index of the category.
  const ofCategory = search.category === 'hs_ceeb' ? "category = 'hs_ceeb'" : "category = 'college_ceeb'";
  // Beginnings such as "university of" have hundreds of names: the partner's state has its own share of them.
  const ofState = search.partnerState === '' ? [] : [`state = ${parameter(search.partnerState)}`];
  const parts = search.keys.flatMap((key) => {
    const begins = `name_key like ${parameter(prefixPattern(key))}`;
    return [[ofCategory, begins], ...ofState.map((state) => [ofCategory, state, begins])].map(
      (conditions) =>
        `(select id from school where ${conditions.join(' and ')} order by name_key limit ${MAX_BY_NAME})`,
    );
  });
  for (const match of search.matches) {
    parts.push(
      `(select id from school where ${ofCategory} and document @@ ${parameter(match)}::tsquery limit ${MAX_MATCHES})`,
    );
  }
  if (search.codes.length > 0) {
    parts.push(`(select id from school where ${ofCategory} and ceeb = any(${parameter(search.codes)}::text[]))`);
  }
  if (parts.length === 0) return [];
  const firstKey = parameter(search.keys[0] ?? '');
  const result = await pool.query({
    text: `select ${COLUMNS} from school where id in (${parts.join(' union ')})
      order by closed,
        ts_rank('{0.3,0.4,0.8,1}', document, ${parameter(search.rank)}::tsquery, 1)
          + case when name_key like ${firstKey} || '%' then 1 else 0 end
          + case when document @@ ${parameter(search.whole)}::tsquery then 0.7 else 0 end
          + case when state = ${parameter(search.partnerState)} then 0.05 else 0 end desc,
        length(name_key), school.id
      limit ${MAX_CANDIDATES}`,
    values,
  });
  return z.array(candidateRow).parse(result.rows);
}

/** Of these texts, those that some school's word begins with. */
export async function findKnownPrefixes(
  pool: pg.Pool,
  category: SchoolCategory,
  words: readonly string[],
): Promise<ReadonlySet<string>> {
  if (words.length === 0) return new Set();
  const result = await pool.query({
    text: `select typed from unnest($2::text[]) as typed
      where exists (select from school_word where category = $1 and word >= typed collate "C" and word < (typed || chr(1114111)) collate "C")`,
    values: [category, words],
  });
  const rows = z.array(z.object({ typed: z.string() })).parse(result.rows);
  return new Set(rows.map((row) => row.typed));
}

/** Which of these are words of some school, and in how many schools they stand. */
export async function countWords(
  pool: pg.Pool,
  category: SchoolCategory,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (words.length === 0) return new Map();
  const result = await pool.query({
    text: 'select word, frequency from school_word where category = $1 and word = any($2::text[])',
    values: [category, words],
  });
  return new Map(
    z
      .array(knownWord)
      .parse(result.rows)
      .map((row) => [row.word, row.frequency]),
  );
}

const knownWord = z.object({ word: z.string(), frequency: z.number() });

/** Words that share one of these deletion keys. */
export async function findSimilarWords(
  pool: pg.Pool,
  category: SchoolCategory,
  keys: readonly string[],
): Promise<readonly KnownWord[]> {
  const result = await pool.query({
    text: 'select word, frequency from school_word where category = $1 and deletes && $2::text[] limit 3000',
    values: [category, keys],
  });
  return z.array(knownWord).parse(result.rows);
}

/** One school by its id, or undefined. */
export async function schoolById(pool: pg.Pool, category: SchoolCategory, id: string): Promise<Candidate | undefined> {
  const result = await pool.query({
    text: `select ${COLUMNS} from school where school.id = $1 and category = $2`,
    values: [id, category],
  });
  return z.array(candidateRow).parse(result.rows)[0];
}
