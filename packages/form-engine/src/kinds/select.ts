import { choiceTraits } from '../choice-traits.ts';
import { listOptions, type OptionList } from '../options.ts';
import type { Given, QuestionBase } from '../question.ts';

/** One choice from a list that opens. */
export interface SelectQuestion<K extends string = string> extends QuestionBase<K, K | `${K}_desc`> {
  readonly kind: 'select';
  readonly options: OptionList;
}

export const select = <const K extends string>(question: Given<SelectQuestion<K>>): SelectQuestion<K> => ({
  kind: 'select',
  ...question,
});

export const selectTraits = choiceTraits<SelectQuestion>({
  fitsColumn: true,
  options: (question, _answers, moment) => listOptions(question.options, moment),
  lists: (question) => [question.options],
});
