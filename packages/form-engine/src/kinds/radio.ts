import { choiceTraits } from '../choice-traits.ts';
import { listOptions, type OptionList } from '../options.ts';
import type { Given, QuestionBase } from '../question.ts';

/** One choice of a few that are all seen. */
export interface RadioQuestion<K extends string = string> extends QuestionBase<K, K | `${K}_desc`> {
  readonly kind: 'radio';
  readonly options: OptionList;
}

export const radio = <const K extends string>(question: Given<RadioQuestion<K>>): RadioQuestion<K> => ({
  kind: 'radio',
  ...question,
});

export const radioTraits = choiceTraits<RadioQuestion>({
  options: (question, _answers, moment) => listOptions(question.options, moment),
  lists: (question) => [question.options],
});
