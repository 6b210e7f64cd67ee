import { textOf } from '../answers.ts';
import { type KindTraits, PLAIN_TRAITS } from '../kind-traits.ts';
import { toWrittenDay } from '../kind-words.ts';
import type { Given, QuestionBase } from '../question.ts';

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
