import { WEAK_WORDS } from './abbreviations.ts';
import { isStateCode, nameKey, wordsOf } from './school-text.ts';

export type SchoolCategory = 'hs_ceeb' | 'college_ceeb';

/** One word of a query. */
export interface QueryWord {
  readonly word: string;
  /** May stand for the beginning of a longer word. Two or three letters alone begin too many: they begin names only. */
  readonly isPrefix: boolean;
  /** Too frequent to be searched for; it only ranks. */
  readonly isWeak: boolean;
}

export interface Query {
  readonly category: SchoolCategory;
  readonly words: readonly QueryWord[];
  /** As names are compared: folded, and with abbreviations written out. */
  readonly keys: readonly string[];
  /** Codes that a query of digits alone may mean, leading zeros put back. */
  readonly codes: readonly string[];
}

/** More words than any name has are not looked at. */
const MAX_WORDS = 8;
/** One sign can stand for many letters (㌖): a word longer than any of a name is cut before the database refuses it. */
const MAX_LETTERS = 40;
const CODE_LENGTH = { hs_ceeb: 6, college_ceeb: 4 } as const;

/** Reads what was typed. */
export function readQuery(category: SchoolCategory, text: string): Query {
  const words = wordsOf(text)
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word).slice(0, MAX_LETTERS).join(''));
  const weak = WEAK_WORDS[category];
  const digits = text.replace(/[\s-]/g, '');
  const isCode = /^\d{3,6}$/.test(digits);
  return {
    category,
    words: words.map((word, place) => {
      const isLast = place === words.length - 1;
      const isNumber = /^\d+$/.test(word);
      const begun = isLast ? weak.filter((other) => other.startsWith(word)) : [];
      // "sc" is South Carolina once "school" is there; "in" after a name may be Indiana.
      const isState =
        isLast &&
        place > 0 &&
        isStateCode(word) &&
        (word === 'in' || begun.some((other) => words.slice(0, place).includes(other)));
      const isShortBeginning = isLast && word.length < 2 && !isNumber;
      return {
        word,
        isPrefix: isState
          ? false
          : isNumber
            ? isLast && word.length > 2
            : words.length > 1
              ? isLast || word.length > 2
              : word.length > 3,
        isWeak: !isState && (weak.includes(word) || begun.length > 0 || isShortBeginning),
      };
    }),
    keys: [...new Set([words.join(' '), nameKey(words.join(' '))])].filter((key) => key !== ''),
    codes: isCode ? [...new Set([digits, digits.padStart(CODE_LENGTH[category], '0')])] : [],
  };
}
