import {
  ANSWERED,
  type Answers,
  type AnswerValue,
  answerOf,
  isAnswered,
  isBlank,
  type Moment,
  textOf,
} from './answers.ts';
import { conditionKeys, holds, type When } from './condition.ts';

/** Letters, digits and _ . + - ' before the @, then a domain with a dot (AMB-064). */
export const EMAIL_PATTERN = /^[A-Za-z0-9_.+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
export const EMAIL_MAX_LENGTH = 254;

/** A rule of an answer as plain data, so that a form can be kept as JSON. The default message is the label. */
export type Rule =
  /** The answer matches this regular expression, or is empty. */
  | { readonly rule: 'pattern'; readonly pattern: string; readonly message: string }
  /** A whole number between two limits, in equal steps from the lower one, or empty. */
  | {
      readonly rule: 'whole-number';
      readonly minimum: number;
      readonly maximum: number;
      readonly step?: number;
      readonly message: string;
    }
  /** An answer, if any, has at least this many characters while a condition holds. */
  | { readonly rule: 'min-length'; readonly length: number; readonly when: When; readonly message: string }
  /** At most this many words; a text area shows a live count. */
  | { readonly rule: 'max-words'; readonly words: number; readonly message: string }
  /** The answer is required while a condition holds. */
  | { readonly rule: 'needed-when'; readonly when: When; readonly message?: string }
  /** This or one of the other questions needs an answer, unless a condition holds. None of them is marked as required. */
  | { readonly rule: 'one-needed'; readonly others: readonly string[]; readonly unless: When; readonly message: string }
  /** This answer and another are both needed. ANSWERED, where a document answers it, is enough. */
  | { readonly rule: 'pair'; readonly with: string; readonly message?: string }
  /** A day of the calendar, YYYY-MM-DD, or empty. */
  | { readonly rule: 'calendar-day'; readonly message: string }
  /** The day is at most this many years ago, inclusive. */
  | { readonly rule: 'max-years-ago'; readonly years: number; readonly message: string }
  /** The day is at least this many years ago, inclusive. */
  | { readonly rule: 'min-years-ago'; readonly years: number; readonly message: string };

/** The other answers that a rule reads. */
export function readsOf(rule: Rule): readonly string[] {
  switch (rule.rule) {
    case 'min-length':
    case 'needed-when':
      return conditionKeys(rule.when);
    case 'one-needed':
      return [...conditionKeys(rule.unless), ...rule.others];
    case 'pair':
      return [rule.with];
    case 'pattern':
    case 'whole-number':
    case 'max-words':
    case 'calendar-day':
    case 'max-years-ago':
    case 'min-years-ago':
      return [];
  }
}

/** Counts the words of a text, separated by white space. */
export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** Whether an answer to another question satisfies a rule, so that the question is not marked as required. */
export function isShared(rule: Rule): boolean {
  return rule.rule === 'one-needed';
}

/** Whether text is a day of the calendar, YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  // Date.parse() reads February 30 as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * The same day some years earlier, YYYY-MM-DD. From 29 February it may name a day that does not exist; it still
 * sorts between 28 February and 1 March, which is what the comparisons below need.
 */
function yearsBefore(today: string, years: number): string {
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
}

const WHOLE_NUMBER = /^\d{1,4}$/;

export function isKept(rule: Rule, value: AnswerValue, answers: Answers, { today }: Moment): boolean {
  switch (rule.rule) {
    case 'pattern':
      return typeof value !== 'string' || value === '' || new RegExp(rule.pattern).test(value);
    case 'whole-number': {
      if (value === '') return true;
      const number = typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : Number.NaN;
      return number >= rule.minimum && number <= rule.maximum && (number - rule.minimum) % (rule.step ?? 1) === 0;
    }
    case 'min-length': {
      if (typeof value !== 'string' || isBlank(value)) return true;
      return value.trim().length >= rule.length || !holds(rule.when, answers);
    }
    case 'max-words':
      return typeof value !== 'string' || countWords(value) <= rule.words;
    case 'needed-when':
      return !isBlank(value) || !holds(rule.when, answers);
    case 'one-needed':
      return (
        !isBlank(value) || holds(rule.unless, answers) || rule.others.some((key) => !isBlank(answerOf(answers, key)))
      );
    case 'pair':
      return isAnswered(value) && (textOf(answers, rule.with) !== '' || value === ANSWERED);
    case 'calendar-day':
      return value === '' || (typeof value === 'string' && isCalendarDay(value));
    case 'max-years-ago':
      return typeof value !== 'string' || !isCalendarDay(value) || value >= yearsBefore(today, rule.years);
    case 'min-years-ago':
      return typeof value !== 'string' || !isCalendarDay(value) || value <= yearsBefore(today, rule.years);
  }
}
