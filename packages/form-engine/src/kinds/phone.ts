import { type KindTraits, PLAIN_TRAITS } from '../kind-traits.ts';
import type { Given, QuestionBase } from '../question.ts';
import type { CheckQuestion } from './check.ts';

/** A North American phone number, shaped as (123) 456-7890 while typing. */
export interface PhoneQuestion<K extends string = string, O extends string = never> extends QuestionBase<K, K | O> {
  readonly kind: 'phone';
  /** The check box that asks for text messages to this number. */
  readonly optIn?: CheckQuestion<O>;
}

/** Two signatures, because the key of an opt-in that is not there would be inferred as just a string. */
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
