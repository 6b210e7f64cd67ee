import { QuerySearch, type SchoolSearch } from './query-search.ts';
import { readQuery, type SchoolCategory } from './query-words.ts';
import type { Candidate } from './school-words.ts';
import { STRATEGIES, type Strategy } from './strategies.ts';

/**
 * At most `limit` schools for a typed text, best first, from the first strategy that finds any. A text without words
 * finds none. The work is bounded for every text.
 */
export async function findSchools(
  search: SchoolSearch,
  category: SchoolCategory,
  text: string,
  limit: number,
  strategies: readonly Strategy[] = STRATEGIES,
): Promise<readonly Candidate[]> {
  const query = readQuery(category, text);
  if (query.words.length === 0) return [];
  const querySearch = new QuerySearch(search, query);
  for (const strategy of strategies) {
    if (!strategy.applies(querySearch)) continue;
    const found = await strategy.find(querySearch);
    if (found.length > 0) return found.slice(0, limit);
  }
  return [];
}
