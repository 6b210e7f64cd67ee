import { readFile } from 'node:fs/promises';
import type { SchoolCategory } from '@firstyear/school-search/query-words';

interface Expected {
  /** Part of the name. */
  readonly name: string;
  readonly city: string;
  readonly state: string;
}

/** A query, and the schools that may be meant. */
export interface JudgedQuery {
  readonly category: SchoolCategory;
  readonly text: string;
  readonly expected: readonly Expected[];
}

const isCategory = (text: string): text is SchoolCategory => text === 'hs_ceeb' || text === 'college_ceeb';

/** Reads judged-queries.tsv: category, text, and schools as name|city|state separated by semicolons. */
export async function readJudgedQueries(): Promise<readonly JudgedQuery[]> {
  const tsv = await readFile(new URL('judged-queries.tsv', import.meta.url), 'utf8');
  return tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [category = '', text = '', schools = ''] = line.split('\t');
      if (!isCategory(category)) throw new Error(`"${category}" is no category of schools`);
      const expected = schools.split(';').map((school) => {
        const [name = '', city = '', state = ''] = school.toLowerCase().split('|');
        return { name, city, state };
      });
      return { category, text, expected };
    });
}

export function isHit(query: JudgedQuery, school: Expected): boolean {
  return query.expected.some(
    ({ name, city, state }) =>
      school.name.toLowerCase().includes(name) &&
      school.city.toLowerCase() === city &&
      school.state.toLowerCase() === state,
  );
}

/** The texts in the field while each judged query is typed, from its third letter on. */
export function whileTyping(queries: readonly JudgedQuery[]) {
  return queries.flatMap(({ category, text }) =>
    Array.from({ length: Math.max(text.length - 2, 1) }, (_, place) => ({ category, text: text.slice(0, place + 3) })),
  );
}
