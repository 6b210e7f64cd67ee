import { answerOf } from '../answers.ts';
import { type KindTraits, PLAIN_TRAITS } from '../kind-traits.ts';
import type { Given, QuestionBase } from '../question.ts';

/** A single check box: true, false, or '' while untouched. */
export interface CheckQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'check';
}

export const check = <const K extends string>(question: Given<CheckQuestion<K>>): CheckQuestion<K> => ({
  kind: 'check',
  ...question,
});

/** A check mark on paper. */
export const markOf = (isOn: boolean): '[X]' | '[ ]' => (isOn ? '[X]' : '[ ]');

export const checkTraits = {
  ...PLAIN_TRAITS,
  width: 'full',
  isBoolean: true,
  parse: (value) => (typeof value === 'boolean' || value === '' ? value : undefined),
  toText: (question, answers) => markOf(answerOf(answers, question.key) === true),
} as const satisfies KindTraits<CheckQuestion>;
