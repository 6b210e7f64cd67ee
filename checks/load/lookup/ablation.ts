import { findSchools } from '@firstyear/school-search/find-schools';
import type { SchoolSearch } from '@firstyear/school-search/query-search';
import { STRATEGIES, type Strategy } from '@firstyear/school-search/strategies';
import { isHit, type JudgedQuery, whileTyping } from './judged-queries.ts';

/** A text on the way to a judged query, where its school stood among the results (0: nowhere), and who found them. */
interface Judged {
  readonly query: JudgedQuery;
  readonly isWhole: boolean;
  readonly place: number;
  readonly strategy: string | undefined;
}

async function judge(
  search: SchoolSearch,
  query: JudgedQuery,
  text: string,
  results: number,
  strategies: readonly Strategy[],
): Promise<Judged> {
  let strategy: string | undefined;
  const noted = strategies.map((one) => ({
    ...one,
    find: async (...args: Parameters<Strategy['find']>) => {
      const found = await one.find(...args);
      if (found.length > 0) strategy = one.name;
      return found;
    },
  }));
  const found = await findSchools(search, query.category, text, results, noted);
  const place = found.findIndex((school) => isHit(query, school)) + 1;
  return { query: { ...query, text }, isWhole: text === query.text, place, strategy };
}

/**
 * Leaves out one strategy at a time and prints how many of the texts that it decides find their school only with it, and
 * only without it. Only these are searched again: a strategy that finds nothing changes nothing.
 */
export async function ablate(search: SchoolSearch, queries: readonly JudgedQuery[], results: number): Promise<void> {
  const texts = queries.flatMap((query) => whileTyping([query]).map(({ text }) => ({ query, text })));
  const all: Judged[] = [];
  for (const { query, text } of texts) all.push(await judge(search, query, text, results, STRATEGIES));
  for (const strategy of STRATEGIES) {
    const others = STRATEGIES.filter((other) => other !== strategy);
    const sums = { whole: 0, typed: 0, wholeOnlyWith: 0, onlyWith: 0, onlyWithout: 0, lower: 0, higher: 0 };
    for (const { query, isWhole, place } of all.filter((one) => one.strategy === strategy.name)) {
      const without = await judge(search, query, query.text, results, others);
      sums[isWhole ? 'whole' : 'typed'] += 1;
      if (place > 0 && without.place === 0) sums[isWhole ? 'wholeOnlyWith' : 'onlyWith'] += 1;
      else if (place === 0 && without.place > 0) sums.onlyWithout += 1;
      else if (place < without.place) sums.lower += 1;
      else if (place > without.place) sums.higher += 1;
    }
    console.log(`  ${strategy.name.padEnd(36)} ${JSON.stringify(sums)}`);
  }
}
