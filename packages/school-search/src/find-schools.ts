import { QuerySearch, type SchoolSearch } from './query-search.ts';
import { type QueryWord, readQuery, type SchoolCategory } from './query-words.ts';
import { wordsOf } from './school-text.ts';
import type { Candidate } from './search-repository.ts';
import { lexeme, matchAll } from './tsquery.ts';
import { AS_TYPED, maxDistance } from './word-correction.ts';

/** One way to search: schools, the likeliest first; none, and the next strategy is tried. */
export type Strategy = (search: QuerySearch) => Promise<readonly Candidate[]>;

/** Words that a school may lack and still be suggested. */
const MAX_OMITTED = 3;
/** Words to choose from where several are omitted, which bounds the combinations. */
const MAX_COMBINED = 5;
/** Each part of a split word has at least this many letters. */
const MIN_PART_LENGTH = 3;

/** The longest words, which are the most selective. */
const longestWords = (words: readonly QueryWord[]): readonly QueryWord[] =>
  words.toSorted((a, b) => b.word.length - a.word.length).slice(0, MAX_COMBINED);

/** Digits alone are a code or a number in a name; no other strategy is tried for them. */
const code: Strategy = (search) => search.asTyped();

/** Nothing is corrected when schools have every word, unless a word before the last is no whole word: caratelt high school. */
async function asTyped(search: QuerySearch): Promise<readonly Candidate[]> {
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

/** Three letters alone begin many words: they are tried as a prefix once no name begins with them (cou). */
async function shortPrefix(search: QuerySearch): Promise<readonly Candidate[]> {
  const [only] = search.words;
  if (search.query.words.length !== 1 || only === undefined || only.word.length < 3 || only.isPrefix) return [];
  return search.rank(lexeme(only.word, true));
}

/** A word that no school has may be two that schools have (grundycenter). */
async function compoundSplit(search: QuerySearch): Promise<readonly Candidate[]> {
  if (search.words.length === 0) return [];
  const words = search.query.words.map(({ word }) => word);
  const known = await search.knownPrefixes();
  const splits = (word: string): readonly (readonly [string, string])[] => {
    const places = known.has(word) ? 0 : Math.max(word.length - 2 * MIN_PART_LENGTH + 1, 0);
    return Array.from({ length: places }, (_, place) => [
      word.slice(0, place + MIN_PART_LENGTH),
      word.slice(place + MIN_PART_LENGTH),
    ]);
  };
  const counts = await search.count(words.flatMap((word) => splits(word).flat()));
  const rarest = (parts: readonly string[]) => Math.min(...parts.map((part) => counts.get(part) ?? 0));
  const parts = words.flatMap((word) => {
    const [best] = splits(word)
      .filter((split) => rarest(split) > 0)
      .sort((a, b) => rarest(b) - rarest(a));
    return best ?? [word];
  });
  if (parts.length === words.length) return [];
  return search.of(readQuery(search.query.category, parts.join(' '))).asTyped();
}

/** Words that half of all names have are searched only when there are no others (academy). */
async function stopWordsOnly(search: QuerySearch): Promise<readonly Candidate[]> {
  return search.words.length > 0 ? [] : search.rank(matchAll(search.query.words, AS_TYPED));
}

/** A word that some school has may be wrong as well: another was meant, or it is not in the name (tates creel qqqq). */
async function anyCorrected(search: QuerySearch): Promise<readonly Candidate[]> {
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

/** In the order in which they are tried: the fewer guesses, the earlier. A test leaves each one out. */
export const STRATEGIES: readonly Strategy[] = [code, asTyped, shortPrefix, compoundSplit, stopWordsOnly, anyCorrected];

/**
 * At most `limit` schools for a typed text, best first, from the first strategy that finds any. A text without words
 * finds none. The work is bounded for every text.
 */
export async function findSchools(
  search: SchoolSearch,
  category: SchoolCategory,
  text: string,
  limit: number,
  strategies = STRATEGIES,
): Promise<readonly Candidate[]> {
  const query = readQuery(category, text);
  if (query.words.length === 0) return [];
  const querySearch = new QuerySearch(search, query);
  for (const strategy of strategies) {
    if ((strategy === code) !== query.codes.length > 0) continue;
    const found = await strategy(querySearch);
    if (found.length > 0) return found.slice(0, limit);
  }
  return [];
}
