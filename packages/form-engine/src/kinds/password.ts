import { textOf } from '../answers.ts';
import { DEFAULT_MAX_LENGTH, HIDDEN_ANSWER, type KindTraits, PLAIN_TRAITS } from '../kind-traits.ts';
import type { Given, QuestionBase } from '../question.ts';

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
  toText: (question, answers) => (textOf(answers, question.key) === '' ? '' : HIDDEN_ANSWER),
} as const satisfies KindTraits<PasswordQuestion>;
