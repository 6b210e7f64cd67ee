import { textOf } from '../answers.ts';
import {
  DEFAULT_MAX_LENGTH,
  HIDDEN_ANSWER,
  type KindTraits,
  PLAIN_TRAITS,
  parseLines,
  tidyLine,
} from '../kind-traits.ts';
import { toWrittenDay } from '../kind-words.ts';
import type { Given, QuestionBase } from '../question.ts';
import type { CheckQuestion } from './check.ts';

/** The kinds of questions that are answered by typing. */

export interface TextQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'text';
  /** Characters; 45 when not given. */
  readonly maxLength?: number;
  /** Hidden like a password, or shaped as a social security number. */
  readonly category?: 'password' | 'ssn';
  /** Shown but not typed: filled by the search of its block. */
  readonly readOnly?: true;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
}

export const text = <const K extends string>(question: Given<TextQuestion<K>>): TextQuestion<K> => ({
  kind: 'text',
  ...question,
});

export const SSN_DIGITS = 9;

/** Formats up to nine digits of a social security number as 999-99-9999. */
export function formatSsn(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, SSN_DIGITS)].filter((part) => part !== '').join('-');
}

export const textTraits = {
  ...PLAIN_TRAITS,
  fitsColumn: true,
  maxLength: (question) => question.maxLength ?? DEFAULT_MAX_LENGTH,
  store: ({ category }, text) => (category === 'password' ? text : tidyLine(text)),
  isSealed: (question) => question.sealed === true || question.category === 'ssn',
  toText: (question, answers) => {
    const value = textOf(answers, question.key);
    if (question.category === 'password') return value === '' ? '' : HIDDEN_ANSWER;
    return question.category === 'ssn' ? formatSsn(value.replace(/\D/g, '')) : value;
  },
} as const satisfies KindTraits<TextQuestion>;

/** Several lines of text with a live counter, committed on blur. */
export interface TextareaQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'textarea';
  /** Characters; 1500 when not given. A limit in words needs none. */
  readonly limit?: number;
  /** Lines shown; 6 when not given. */
  readonly rows?: number;
}

export const textarea = <const K extends string>(question: Given<TextareaQuestion<K>>): TextareaQuestion<K> => ({
  kind: 'textarea',
  ...question,
});

const DEFAULT_LIMIT = 1500;
/** Longer than words are in any language, so that only the limit in words applies. */
const CHARACTERS_PER_WORD = 100;

const wordLimitOf = ({ rules }: TextareaQuestion) =>
  rules?.find((rule) => rule.rule === 'max-words')?.words ?? DEFAULT_LIMIT / CHARACTERS_PER_WORD;

export const DEFAULT_TEXTAREA_ROWS = 6;

export const textareaTraits = {
  ...PLAIN_TRAITS,
  width: 'full',
  parse: parseLines,
  store: (_, text) => text,
  maxLength: (question) => question.limit ?? wordLimitOf(question) * CHARACTERS_PER_WORD,
} as const satisfies KindTraits<TextareaQuestion>;

/** A line of text that is hidden while it is typed and never shown again. */
export interface PasswordQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'password';
  /** Characters; 45 when not given. */
  readonly maxLength?: number;
}

export const password = <const K extends string>(question: Given<PasswordQuestion<K>>): PasswordQuestion<K> => ({
  kind: 'password',
  ...question,
});

export const passwordTraits = {
  ...PLAIN_TRAITS,
  maxLength: (question) => question.maxLength ?? DEFAULT_MAX_LENGTH,
  store: (_, text) => text,
  toText: (question, answers) => (textOf(answers, question.key) === '' ? '' : HIDDEN_ANSWER),
} as const satisfies KindTraits<PasswordQuestion>;

export const LOOKUP_CATEGORIES = ['college_ceeb', 'hs_ceeb', 'address'] as const;
export type LookupCategory = (typeof LOOKUP_CATEGORIES)[number];
/** The parts of a found record. */
export type LookupField = 'address_line_1' | 'address_line_2' | 'city' | 'state' | 'zip' | 'country' | 'name' | 'ceeb';

/** A line of text with suggestions; choosing one fills in other questions of its block. */
export interface LookupQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'lookup';
  readonly category: LookupCategory;
  /** Characters; 45 when not given. */
  readonly maxLength?: number;
  /** Which part of the found record goes to which key. */
  readonly fills: Readonly<Partial<Record<LookupField, string>>>;
}

export const lookup = <const K extends string>(question: Given<LookupQuestion<K>>): LookupQuestion<K> => ({
  kind: 'lookup',
  ...question,
});

export const lookupTraits = {
  ...PLAIN_TRAITS,
  maxLength: (question) => question.maxLength ?? DEFAULT_MAX_LENGTH,
  fills: (question) => Object.values(question.fills),
} as const satisfies KindTraits<LookupQuestion>;

/** A calendar day, stored as YYYY-MM-DD and only when its rules hold. */
export interface DateQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'date';
}

export const date = <const K extends string>(question: Given<DateQuestion<K>>): DateQuestion<K> => ({
  kind: 'date',
  ...question,
});

export const dateTraits = {
  ...PLAIN_TRAITS,
  fitsColumn: true,
  storesOnlyValid: true,
  toText: (question, answers, _moment, words) => toWrittenDay(textOf(answers, question.key), words),
} as const satisfies KindTraits<DateQuestion>;

/** A North American phone number, shaped as (123) 456-7890 while typing. */
export interface PhoneQuestion<K extends string = string, O extends string = never> extends QuestionBase<K, K | O> {
  readonly kind: 'phone';
  /** The check box that asks for text messages to this number. */
  readonly optIn?: CheckQuestion<O>;
}

/** Two signatures: without an opt-in, its key would be inferred as string. */
export function phone<const K extends string, const O extends string>(
  question: Given<PhoneQuestion<K, O>> & { readonly optIn: CheckQuestion<O> },
): PhoneQuestion<K, O>;
export function phone<const K extends string>(question: Given<PhoneQuestion<K>>): PhoneQuestion<K>;
export function phone(question: Given<PhoneQuestion<string, string>>): PhoneQuestion<string, string> {
  return { kind: 'phone', ...question };
}

export const phoneTraits = {
  ...PLAIN_TRAITS,
  carries: (question) => (question.optIn ? [question.optIn] : []),
} as const satisfies KindTraits<PhoneQuestion<string, string>, CheckQuestion>;
