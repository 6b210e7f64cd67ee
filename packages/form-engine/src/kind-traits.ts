import { type Answers, type AnswerValue, type Moment, textOf } from './answers.ts';
import type { KindWords } from './kind-words.ts';
import type { QuestionBase, Width } from './question.ts';

/**
 * Everything that differs from one kind of question to another. All callers read it here, so that no place asks
 * for a kind by its name. Other: the questions that questions of this kind may carry.
 */
export interface KindTraits<Q extends QuestionBase, Other extends QuestionBase = QuestionBase> {
  readonly width: Width;
  /** Who sets the answer. What only the server sets is never taken from outside. */
  readonly setBy: 'applicant' | 'server';
  /** Whether an uploaded document answers it. */
  readonly isDocument: boolean;
  /** Whether its answer is true or false. */
  readonly isBoolean: boolean;
  /** Whether its answer is a few words, which fit under its label in the column of a table. */
  readonly fitsColumn: boolean;
  /** Whether a value that breaks the rules is stored as '', instead of being stored and reported as an error. */
  readonly storesOnlyValid: boolean;
  /** The most characters that a text answer may have. */
  maxLength(question: Q): number;
  /** A value from outside as an answer; undefined when it is of the wrong type. Lengths are checked elsewhere. */
  parse(value: unknown): AnswerValue | undefined;
  /** The keys beside its own that hold what follows from the answer, such as a chosen label. */
  companions(question: Q): readonly string[];
  /** The questions that it brings along: each has its own key and stands beside it on the screen. */
  carries(question: Q): readonly Other[];
  /** The key of the answer that decides which answers it takes; a change there clears it. */
  follows(question: Q): string | undefined;
  /** The keys whose answers come with its own, chosen from what is known of a place. */
  fills(question: Q): readonly string[];
  /** All the other keys that it names; each has to exist in the form. */
  references(question: Q): readonly string[];
  /** Whether its answer is encrypted in the database. */
  isSealed(question: Q): boolean;
  /** What is wrong with an answer whatever the question's own rules say, as messages. */
  errors(question: Q, answers: Answers, moment: Moment, words: KindWords): readonly string[];
  /** The answer as plain text, for paper and the service view; '' when there is none. */
  toText(question: Q, answers: Answers, moment: Moment, words: KindWords): string;
}

/** Characters of a line of text when the question does not say. */
export const DEFAULT_MAX_LENGTH = 45;
/** Room for what is not typed freely: choices, dates, telephone numbers. */
const OTHER_MAX_LENGTH = 100;

/** Stands for an answer that nobody may read over a shoulder. */
export const HIDDEN_ANSWER = '••••••••';

/** Half of a surrogate pair, what turns the direction of reading around, or a control character other than a line end. */
const UNPRINTABLE = /[\p{Cs}\p{Bidi_C}]|(?!\n)\p{Cc}/gu;

/**
 * Takes out of a text what nobody types but a paste can bring along, and a database or a printer cannot take, or what shows
 * staff another name than the one that is stored. Letters
 * with marks become one character each (NFC), however they were put together, so that they are counted and found alike.
 */
function cleanLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNPRINTABLE, '')
    .normalize('NFC');
}

/** A line of text from outside, cleaned; undefined when it is no text. */
export function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanLines(value).replaceAll('\n', ' ') : undefined;
}

/** The same for several lines: their ends stay. */
export function parseLines(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanLines(value) : undefined;
}

/** The traits of a question with one text answer that stands for itself. Other kinds say where they differ. */
export const PLAIN_TRAITS = {
  width: 'column',
  setBy: 'applicant',
  isDocument: false,
  isBoolean: false,
  fitsColumn: false,
  storesOnlyValid: false,
  maxLength: () => OTHER_MAX_LENGTH,
  parse: parseText,
  companions: () => [],
  carries: () => [],
  follows: () => undefined,
  fills: () => [],
  references: () => [],
  isSealed: (question) => question.sealed === true,
  errors: () => [],
  toText: (question, answers) => textOf(answers, question.key),
} as const satisfies KindTraits<QuestionBase>;
