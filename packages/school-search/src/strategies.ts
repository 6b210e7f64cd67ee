import { splitCompound } from './compound-words.ts';
import type { QuerySearch } from './query-search.ts';
import type { QueryWord } from './query-words.ts';
import { wordsOf } from './school-text.ts';
import type { Candidate } from './school-words.ts';
import { lexeme, matchAll } from './tsquery.ts';
import { AS_TYPED, maxDistance } from './word-correction.ts';

/** One way to look for schools. */
export interface Strategy {
  readonly name: string;
  /** The query it was made for. */
  readonly example: string;
  readonly why: string;
  applies(search: QuerySearch): boolean;
  /** Schools, the likeliest first; none: the next strategy is tried. */
  find(search: QuerySearch): Promise<readonly Candidate[]>;
}

/** Words that a school may lack and still be suggested. */
const MAX_OMITTED = 3;
/** Words to choose from where several are omitted, which bounds the combinations. */
const MAX_COMBINED = 5;

const isCode = ({ query }: QuerySearch) => query.codes.length > 0;
const isText = (search: QuerySearch) => !isCode(search);
const hasSearchedWords = (search: QuerySearch) => isText(search) && search.words.length > 0;

/** The longest words, which are the most selective. */
const longestWords = (words: readonly QueryWord[]): readonly QueryWord[] =>
  [...words].sort((a, b) => b.word.length - a.word.length).slice(0, MAX_COMBINED);

const code: Strategy = {
  name: 'code',
  example: '181444',
  why: 'Digits alone are a code or a number in a name: what looks like them is another school.',
  applies: isCode,
  find: (search) => search.asTyped(),
};

const asTyped: Strategy = {
  name: 'as typed',
  example: 'caratell',
  why: 'Nothing is corrected when schools have every word, unless a word that others follow is no whole word: caratelt high school.',
  applies: isText,
  async find(search) {
    const schools = await search.asTyped();
    if (schools.length === 0) return [];
    const found = new Set(schools.flatMap(({ name, city }) => [...wordsOf(name), ...wordsOf(city)]));
    const finished = search.words.filter(
      ({ word }) => word !== search.query.words.at(-1)?.word && maxDistance(word) > 1 && !found.has(word),
    );
    const counts = finished.length === 0 ? undefined : await search.count(finished.map(({ word }) => word));
    const unknown = finished.filter(({ word }) => !counts?.has(word));
    if (unknown.length === 0) return schools;
    const corrections = await search.correct(unknown, new Set());
    const corrected = await search.rank([matchAll(search.words, corrections)], corrections);
    const ids = new Set(corrected.map(({ id }) => id));
    return [...corrected, ...schools.filter(({ id }) => !ids.has(id))];
  },
};

const shortPrefix: Strategy = {
  name: 'short prefix',
  example: 'cou',
  why: 'Three letters alone begin many words: they are tried as a prefix once no name begins with them.',
  applies(search) {
    const [only] = search.words;
    return (
      search.query.words.length === 1 && only !== undefined && only.word.length > 2 && !only.isPrefix && isText(search)
    );
  },
  find: (search) => search.rank(search.words.map(({ word }) => lexeme(word, true))),
};

const compoundSplit: Strategy = {
  name: 'compound split',
  example: 'grundycenter',
  why: 'A word that no school has may be two that schools have.',
  applies: hasSearchedWords,
  async find(search) {
    const query = await splitCompound(search);
    return query === undefined ? [] : search.of(query).asTyped();
  },
};

const stopWordsOnly: Strategy = {
  name: 'stop words only',
  example: 'academy',
  why: 'Words that half of all names have are searched for when there are no others.',
  applies: (search) => isText(search) && search.words.length === 0,
  find: (search) => search.rank([matchAll(search.query.words, AS_TYPED)]),
};

const anyCorrected: Strategy = {
  name: 'any word corrected, and some omitted',
  example: 'tates creel qqqq',
  why: 'A word that some school has may be wrong as well: another was meant, or it is not in the name.',
  applies: hasSearchedWords,
  async find(search) {
    const { words } = search;
    const corrections = await search.corrections();
    for (let omitted = 0; omitted <= Math.min(words.length - 1, MAX_OMITTED); omitted += 1) {
      const choice = omitted < 2 ? words : longestWords(words);
      const found = await search.rank([matchAll(choice, corrections, omitted)], corrections);
      if (found.length > 0) return found;
    }
    return [];
  },
};

/** Every way to look for schools, in the order in which they are tried: the fewer guesses, the earlier. */
export const STRATEGIES: readonly Strategy[] = [code, asTyped, shortPrefix, compoundSplit, stopWordsOnly, anyCorrected];
