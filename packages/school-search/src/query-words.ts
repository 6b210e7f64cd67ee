import { STOP_WORDS } from './abbreviations.ts';
import { isStateCode, nameKey, wordsOf } from './school-text.ts';

/** High schools and colleges have separate lists. */
export const SCHOOL_CATEGORIES = ['hs_ceeb', 'college_ceeb'] as const;
export type SchoolCategory = (typeof SCHOOL_CATEGORIES)[number];

export interface QueryWord {
  readonly word: string;
  /** Whether it may be the prefix of a longer word. Two or three letters alone match too many. */
  readonly isPrefix: boolean;
  /** Too frequent to search; it only ranks. */
  readonly isStopWord: boolean;
}

export interface Query {
  readonly category: SchoolCategory;
  readonly words: readonly QueryWord[];
  /** Keys to compare with names: folded, and with abbreviations written out. */
  readonly keys: readonly string[];
  /** Codes that a query of digits alone may mean, with leading zeros. */
  readonly codes: readonly string[];
}

/** No name has more words. */
const MAX_WORDS = 8;
/** Longer words are cut, since the database would refuse them: one character can expand to many letters (㌖). */
const MAX_LETTERS = 40;
const CODE_LENGTH = { hs_ceeb: 6, college_ceeb: 4 } as const;

const isNumber = (word: string) => /^\d+$/.test(word);

/** Whether the last word is a state's code even though it is a prefix of a stop word. */
function isStateBehindName(word: string, before: readonly string[], stopWords: readonly string[]): boolean {
  if (before.length === 0 || !isStateCode(word)) return false;
  // "sc" is South Carolina once "school" is there; "in" after a name may be Indiana.
  return word === 'in' || stopWords.some((stopWord) => stopWord.startsWith(word) && before.includes(stopWord));
}

function mayBePrefix(word: string, isLast: boolean, isAlone: boolean): boolean {
  if (isNumber(word)) return isLast && word.length > 2;
  if (isAlone) return word.length > 3;
  return isLast || word.length > 2;
}

function readWord(word: string, before: readonly string[], isLast: boolean, stopWords: readonly string[]): QueryWord {
  if (isLast && isStateBehindName(word, before, stopWords)) return { word, isPrefix: false, isStopWord: false };
  const isStopWordBegun = isLast && stopWords.some((stopWord) => stopWord.startsWith(word));
  const isOneLetter = isLast && word.length < 2 && !isNumber(word);
  return {
    word,
    isPrefix: mayBePrefix(word, isLast, isLast && before.length === 0),
    isStopWord: stopWords.includes(word) || isStopWordBegun || isOneLetter,
  };
}

export function readQuery(category: SchoolCategory, text: string): Query {
  const words = wordsOf(text)
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word).slice(0, MAX_LETTERS).join(''));
  const digits = text.replace(/[\s-]/g, '');
  const isCode = /^\d{3,6}$/.test(digits);
  return {
    category,
    words: words.map((word, place) =>
      readWord(word, words.slice(0, place), place === words.length - 1, STOP_WORDS[category]),
    ),
    keys: [...new Set([words.join(' '), nameKey(words.join(' '))])].filter((key) => key !== ''),
    codes: isCode ? [...new Set([digits, digits.padStart(CODE_LENGTH[category], '0')])] : [],
  };
}
