import { textOf } from '../answers.ts';
import { DEFAULT_MAX_LENGTH, HIDDEN_ANSWER, type KindTraits, PLAIN_TRAITS } from '../kind-traits.ts';
import type { Given, QuestionBase } from '../question.ts';

/** A line of text. */
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

/** The digits of a social security number as 999-99-9999, as far as they go; digits beyond the ninth are left out. */
export function formatSsn(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, SSN_DIGITS)].filter((part) => part !== '').join('-');
}

export const textTraits = {
  ...PLAIN_TRAITS,
  fitsColumn: true,
  maxLength: (question) => question.maxLength ?? DEFAULT_MAX_LENGTH,
  isSealed: (question) => question.sealed === true || question.category === 'ssn',
  toText: (question, answers) => {
    const value = textOf(answers, question.key);
    if (question.category === 'password') return value === '' ? '' : HIDDEN_ANSWER;
    return question.category === 'ssn' ? formatSsn(value.replace(/\D/g, '')) : value;
  },
} as const satisfies KindTraits<TextQuestion>;
