import { PARTICLES } from './abbreviations.ts';
import type { Query, QueryWord } from './query-words.ts';
import type { Corrections } from './word-correction.ts';

/** A one or two letter prefix fits too many words to be searched for beside others. */
const MIN_PREFIX_LENGTH = 3;

/** A word in PostgreSQL's notation: as it is, or as the prefix of others. */
const lexeme = (word: string, isPrefix: boolean): string => `'${word}'${isPrefix ? ':*' : ''}`;

/** A word or one of its corrections. */
function matchWord(word: QueryWord, corrections: Corrections): string {
  const forms = (corrections.forms.get(word.word) ?? []).map((form) => lexeme(form.word, false));
  const typed = lexeme(word.word, word.isPrefix);
  return forms.length === 0 ? typed : `(${[typed, ...forms].join(' | ')})`;
}

/** Any word of the query: ranks the matches roughly. */
export const matchAny = (query: Query, corrections: Corrections): string =>
  query.words.map((word) => matchWord(word, corrections)).join(' | ');

/**
 * Schools that have all of these words, as typed or corrected, except any `omitted` of them; never particles alone once others
 * are omitted. Empty if nothing else is left.
 */
export function matchAll(words: readonly QueryWord[], corrections: Corrections, omitted = 0): string {
  const combinations = (from: number, count: number): readonly (readonly QueryWord[])[] => {
    if (count === 0) return [[]];
    return words
      .slice(from)
      .flatMap((word, offset) => combinations(from + offset + 1, count - 1).map((others) => [word, ...others]));
  };
  return combinations(0, words.length - omitted)
    .filter((chosen) => omitted === 0 || chosen.some(({ word }) => !PARTICLES.has(word)))
    .map((chosen) => `(${chosen.map((word) => matchWord(word, corrections)).join(' & ')})`)
    .join(' | ');
}

/** Words as they are searched for at first: the last one and longer ones as prefixes too (east for eastern). */
export function narrowPrefixes(query: Query, words: readonly QueryWord[]): readonly QueryWord[] {
  const last = query.words.at(-1)?.word;
  return words.map((word) => {
    const isLong = word.word.length > MIN_PREFIX_LENGTH;
    return { ...word, isPrefix: word.isPrefix && (word.word === last || isLong) };
  });
}

/** The ways to read the last word: as it is; if it is still being typed, as a whole word or not at all. */
export function readLastWord(words: readonly QueryWord[]): readonly (readonly QueryWord[])[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const hasBegun = words.length > 1 && last.isPrefix && last.word.length < MIN_PREFIX_LENGTH;
  return hasBegun ? [[...words.slice(0, -1), { ...last, isPrefix: false }], words.slice(0, -1)] : [words];
}

/** How two neighbors are written together: de paul, depaul; west lake, westlake; mac arthur, mcarthur. */
function spellCompound(first: QueryWord, second: QueryWord): readonly string[] {
  if (/\d/.test(first.word + second.word)) return [];
  if (!PARTICLES.has(first.word) && (first.isStopWord || second.isStopWord)) return [];
  const starts = first.word === 'mac' || first.word === 'mc' ? ['mac', 'mc'] : [first.word];
  return starts.map((start) => `${start}${second.word}`);
}

/** Every way to write two neighbors of the query together, with the other words to search. */
export function listCompounds(query: Query, searchedWords: readonly QueryWord[]) {
  return query.words.slice(1).flatMap((second, place) => {
    const first = query.words[place];
    if (first === undefined) return [];
    const others = searchedWords.filter(({ word }) => word !== first.word && word !== second.word);
    const isPrefix = second.isPrefix && place + 2 === query.words.length;
    return spellCompound(first, second).map((word) => ({ word, words: [...others, { ...second, word, isPrefix }] }));
  });
}
