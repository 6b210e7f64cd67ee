import { QuerySearch, type SchoolSearch } from './query-search.ts';
import { type QueryWord, readQuery, type SchoolCategory } from './query-words.ts';
import { wordsOf } from './school-text.ts';
import type { Candidate } from './search-repository.ts';
import { matchAll } from './tsquery.ts';
import { maxDistance } from './word-correction.ts';

/** Words that a school may lack and still be suggested. */
const MAX_OMITTED = 3;
/** Words to choose from where several are omitted, which bounds the combinations. */
const MAX_COMBINED = 5;

/** The longest words, which are the most selective. */
const longestWords = (words: readonly QueryWord[]): readonly QueryWord[] =>
  words.toSorted((a, b) => b.word.length - a.word.length).slice(0, MAX_COMBINED);

/** Nothing is corrected when schools have every word, unless a word before the last is no whole word: caratelt high school. */
async function findAsTyped(search: QuerySearch): Promise<readonly Candidate[]> {
  const schools = await search.asTyped();
  if (schools.length === 0) return [];
  const found = new Set(schools.flatMap(({ name, city }) => [...wordsOf(name), ...wordsOf(city)]));
  const finished = search.words.filter(
    ({ word }) => word !== search.query.words.at(-1)?.word && maxDistance(word) > 1 && !found.has(word),
  );
  const counts = await search.count(finished.map(({ word }) => word));
  const unknown = finished.filter(({ word }) => !counts.has(word));
  if (unknown.length === 0) return schools;
  const corrections = await search.correct(unknown, new Set());
  const corrected = await search.rank(matchAll(search.words, corrections), corrections);
  const ids = new Set(corrected.map(({ id }) => id));
  return [...corrected, ...schools.filter(({ id }) => !ids.has(id))];
}

/** A word that some school has may be wrong as well: another was meant, or it is not in the name (tates creel qqqq). */
async function findCorrected(search: QuerySearch): Promise<readonly Candidate[]> {
  const { words } = search;
  if (words.length === 0) return [];
  const corrections = await search.correct(words, await search.knownPrefixes());
  for (let omitted = 0; omitted <= Math.min(words.length - 1, MAX_OMITTED); omitted += 1) {
    const choice = omitted < 2 ? words : longestWords(words);
    const match = matchAll(choice, corrections, omitted);
    if (match === '') continue;
    const found = await search.rank(match, corrections);
    if (found.length > 0) return found;
  }
  return [];
}

/** At most `limit` schools for a typed text, best first. A text without words finds none. The work is bounded for every text. */
export async function findSchools(
  search: SchoolSearch,
  category: SchoolCategory,
  text: string,
  limit: number,
): Promise<readonly Candidate[]> {
  const query = readQuery(category, text);
  if (query.words.length === 0) return [];
  const querySearch = new QuerySearch(search, query);
  const found = await findAsTyped(querySearch);
  return (found.length > 0 ? found : await findCorrected(querySearch)).slice(0, limit);
}
