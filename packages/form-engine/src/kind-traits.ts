import { type Answers, type AnswerValue, type Moment, textOf } from './answers.ts';
import type { KindWords } from './kind-words.ts';
import type { QuestionBase, Width } from './question.ts';

/**
 * Everything that differs between kinds of questions, so that no other code checks for a kind by name. Other: the questions
 * that questions of this kind may carry.
 */
export interface KindTraits<Q extends QuestionBase, Other extends QuestionBase = QuestionBase> {
  readonly width: Width;
  /** Who sets the answer. Those of the server are never accepted from outside. */
  readonly setBy: 'applicant' | 'server';
  /** Whether an uploaded document answers it. */
  readonly isDocument: boolean;
  /** Whether its answer is true or false. */
  readonly isBoolean: boolean;
  /** Whether its answer is short enough for the column of a table. */
  readonly fitsColumn: boolean;
  /** Whether a value that breaks the rules is stored as '', instead of being stored and reported as an error. */
  readonly storesOnlyValid: boolean;
  /** The most characters that a text answer may have. */
  maxLength(question: Q): number;
  /** A value from outside as an answer; undefined when it is of the wrong type. Lengths are checked elsewhere. */
  parse(value: unknown): AnswerValue | undefined;
  /** A parsed text as it is stored, and as the rules judge it. */
  store(question: Q, text: string): string;
  /** Further keys that it stores, such as that of a chosen label. */
  companions(question: Q): readonly string[];
  /** Questions that come with it: each has its own key and is shown beside it. */
  carries(question: Q): readonly Other[];
  /** The key of the answer that decides its choices; a change there clears it. */
  follows(question: Q): string | undefined;
  /** The keys that it fills in from a found place. */
  fills(question: Q): readonly string[];
  /** Other keys that it names; each has to exist in the form. */
  references(question: Q): readonly string[];
  /** Whether its answer is encrypted in the database. */
  isSealed(question: Q): boolean;
  /** The messages about an answer, besides those of the question's own rules. */
  errors(question: Q, answers: Answers, moment: Moment, words: KindWords): readonly string[];
  /** The answer as plain text, for paper and the service view; '' when there is none. */
  toText(question: Q, answers: Answers, moment: Moment, words: KindWords): string;
}

/** The default maximum length of a line of text. */
export const DEFAULT_MAX_LENGTH = 45;
/** For answers that are not typed freely: choices, dates, telephone numbers. */
const OTHER_MAX_LENGTH = 100;

/** Shown in place of a password. */
export const HIDDEN_ANSWER = '••••••••';

/** Lone surrogates, marks that change the reading direction, and control characters other than line ends. */
const UNPRINTABLE = /[\p{Cs}\p{Bidi_C}]|(?!\n)\p{Cc}/gu;

/**
 * Removes characters that come only from pasting: those that a database or printer can't take, and those that make a name look
 * like another one. Composes letters with their marks (NFC), so that counts and searches are consistent.
 */
function cleanLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNPRINTABLE, '')
    .normalize('NFC');
}

/** Cleans a line of text from outside; undefined when it is not text. */
export function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanLines(value).replaceAll('\n', ' ') : undefined;
}

/** The same for several lines: line ends stay. */
export function parseLines(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanLines(value) : undefined;
}

/** Characters that nobody sees: zero-width spaces, soft hyphens, fillers. */
const INVISIBLE = /[\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]/g;
/** Joiners shape Persian or Indian words and emoji; elsewhere they only come with a paste. */
const LOOSE_JOINERS = /(^|\p{ASCII})[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)/gu;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;

/** Writes Arabic, Persian and full-width digits, whose low bits are their values, as 0 to 9. */
export function toPlainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/**
 * A line of text as it is stored: trimmed, single spaces, no invisible characters, full-width characters as usual ones. Digits
 * become 0 to 9 in scores, codes and ZIP Codes: a text that has only ASCII characters then. Letters stay.
 */
export function tidyLine(text: string): string {
  const line = text
    .replace(INVISIBLE, '')
    .replace(LOOSE_JOINERS, '$1')
    .replace(FULL_WIDTH, (character) => character.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
  const digits = toPlainDigits(line);
  return /^[ -~]*$/.test(digits) ? digits : line;
}

/** The traits of a question with a plain text answer, which other kinds override. */
export const PLAIN_TRAITS = {
  width: 'column',
  setBy: 'applicant',
  isDocument: false,
  isBoolean: false,
  fitsColumn: false,
  storesOnlyValid: false,
  maxLength: () => OTHER_MAX_LENGTH,
  parse: parseText,
  store: (_, text) => tidyLine(text),
  companions: () => [],
  carries: () => [],
  follows: () => undefined,
  fills: () => [],
  references: () => [],
  isSealed: (question) => question.sealed === true,
  errors: () => [],
  toText: (question, answers) => textOf(answers, question.key),
} as const satisfies KindTraits<QuestionBase>;
