import type { Query, QueryWord } from './query-words.ts';
import { PARTICLES } from './school-text.ts';
import type { Correction, Corrections } from './word-correction.ts';

/** The database ranks by corrections up to this much farther away than the nearest. */
const MAX_EXTRA_DISTANCE = 0.5;

/** A one or two letter prefix fits too many words to be searched for beside others. */
const MIN_PREFIX_LENGTH = 3;

/** Prefixes of so many words that they are searched for as whole words only. */
const NEVER_PREFIX = new Set(['saint', 'mount', 'fort']);

/** A word in PostgreSQL's notation: as it is, or as the prefix of others. */
export const lexeme = (word: string, isPrefix: boolean): string => `'${word}'${isPrefix ? ':*' : ''}`;

type FormsOf = (word: QueryWord) => readonly Correction[];

const allForms =
  (corrections: Corrections): FormsOf =>
  ({ word }) =>
    corrections.forms.get(word) ?? [];

/** The nearest corrections alone: farther ones never crowd them out of the candidates. */
const nearestForms =
  (corrections: Corrections): FormsOf =>
  (word) => {
    const forms = allForms(corrections)(word);
    const nearest = Math.min(...forms.map(({ distance }) => distance));
    return forms.filter(({ distance }) => distance <= nearest + MAX_EXTRA_DISTANCE);
  };

/** A word or one of its corrections. */
function matchWord(word: QueryWord, formsOf: FormsOf): string {
  const forms = [lexeme(word.word, word.isPrefix), ...formsOf(word).map((form) => lexeme(form.word, false))];
  return forms.length === 1 ? forms.join('') : `(${forms.join(' | ')})`;
}

/** Any word of the query: ranks the matches roughly. */
export const matchAny = (query: Query, corrections: Corrections): string =>
  query.words.map((word) => matchWord(word, nearestForms(corrections))).join(' | ');

/** All words of the query as whole words: schools that match come first. */
export const matchWhole = (query: Query): string => query.words.map(({ word }) => lexeme(word, false)).join(' & ');

/** Schools that have all of these words, as typed or corrected, except any `omitted` of them. */
export function matchAll(words: readonly QueryWord[], corrections: Corrections, omitted = 0): string {
  const combinations = (from: number, count: number): readonly (readonly QueryWord[])[] => {
    if (count === 0) return [[]];
    return words
      .slice(from)
      .flatMap((word, offset) => combinations(from + offset + 1, count - 1).map((others) => [word, ...others]));
  };
  return combinations(0, words.length - omitted)
    .map((chosen) => `(${chosen.map((word) => matchWord(word, allForms(corrections))).join(' & ')})`)
    .join(' | ');
}

/** Words as they are searched for at first: the last one and longer ones as prefixes too (east for eastern). */
export function narrowPrefixes(query: Query, words: readonly QueryWord[]): readonly QueryWord[] {
  const last = query.words.at(-1)?.word;
  return words.map((word) => {
    const isLong = word.word.length > MIN_PREFIX_LENGTH && !NEVER_PREFIX.has(word.word);
    return { ...word, isPrefix: word.isPrefix && (word.word === last || isLong) };
  });
}

/** Whether a word that may have only begun is searched for as a whole word. */
export const hasNarrowedPrefixes = (query: Query, words: readonly QueryWord[]): boolean =>
  narrowPrefixes(query, words).some(({ isPrefix }, place) => isPrefix !== words[place]?.isPrefix);

/** The ways to read the last word: as it is; if it is still being typed, as a whole word or not at all. */
export function readLastWord(words: readonly QueryWord[]): readonly (readonly QueryWord[])[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const hasBegun = words.length > 1 && last.isPrefix && last.word.length < MIN_PREFIX_LENGTH;
  return hasBegun ? [[...words.slice(0, -1), { ...last, isPrefix: false }], words.slice(0, -1)] : [words];
}

/** Two words of a query written together, with the other words that are searched for. */
export interface Compound {
  readonly word: string;
  readonly words: readonly QueryWord[];
}

/** How two neighbors are written together: de paul, depaul; west lake, westlake; mac arthur, mcarthur. */
function spellCompound(first: QueryWord, second: QueryWord): readonly string[] {
  if (/\d/.test(first.word + second.word)) return [];
  if (!PARTICLES.has(first.word) && (first.isStopWord || second.isStopWord)) return [];
  const starts = first.word === 'mac' || first.word === 'mc' ? ['mac', 'mc'] : [first.word];
  return starts.map((start) => `${start}${second.word}`);
}

/** Every way to write two neighbors of the query together. */
export function listCompounds(query: Query, searchedWords: readonly QueryWord[]): readonly Compound[] {
  return query.words.slice(1).flatMap((second, place) => {
    const first = query.words[place];
    if (first === undefined) return [];
    const others = searchedWords.filter(({ word }) => word !== first.word && word !== second.word);
    const isPrefix = second.isPrefix && place + 2 === query.words.length;
    return spellCompound(first, second).map((word) => ({ word, words: [...others, { ...second, word, isPrefix }] }));
  });
}
