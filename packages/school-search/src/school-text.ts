import { US_STATES_AND_REGIONS } from '@firstyear/form-engine/lists/states';
import { SMALL_WORDS, WRITTEN_OUT } from './abbreviations.ts';

/** Letters that Unicode doesn't decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  ə: 'e',
  ħ: 'h',
  ŋ: 'n',
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ŧ: 't',
};

const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** The initials of P.S. 118. */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;
/** Where a number ends and a word begins, except in 42nd. */
const NUMBER_END = /(\p{N})(?!(?:st|nd|rd|th)(?![\p{L}\p{N}]))(\p{L})/gu;

/** Plain lower-case words: accents, apostrophes and the dots of initials gone, & written out, numbers apart. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘`´ʻʼ]/g, '')
    .replace(/&|\+/g, ' and ')
    .replace(INITIALS, (initials) => `${initials.replaceAll('.', '')} `)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(NUMBER_END, '$1 $2')
    .trim();

/** The folded words of a text. */
export function wordsOf(text: string): readonly string[] {
  const folded = fold(text);
  return folded === '' ? [] : folded.split(' ');
}

/** A name's key for comparison: folded, with abbreviations written out, without small words and "main campus" at its end. */
export const nameKey = (name: string): string => nameKeyOf(wordsOf(name));

/** nameKey() of the folded words of a name. */
export const nameKeyOf = (folded: readonly string[]): string =>
  folded
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word, place, words) =>
      word === 'st' && /^u(niv.*)?$/.test(words[place + 1] ?? '') ? 'state' : (WRITTEN_OUT.get(word) ?? word),
    )
    .join(' ')
    .replace(/ main campus$/, '');

const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  US_STATES_AND_REGIONS.map(({ value, label }) => [value.toLowerCase(), label]),
);

/** Whether a folded word is a state's code. */
export const isStateCode = (word: string): boolean => STATE_NAMES.has(word);

const STATE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...STATE_NAMES].map(([code, name]) => [code, [code, ...wordsOf(name)]]),
);

/** The words of a state's name and its code. */
export function stateWords(state: string): readonly string[] {
  const code = state.toLowerCase();
  return code === '' ? [] : (STATE_WORDS.get(code) ?? [code]);
}
