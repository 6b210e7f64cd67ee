import { choiceTraits } from '../choice-traits.ts';
import { conditionalOptions, type OptionsByAnswer } from '../options.ts';
import type { Given, QuestionBase } from '../question.ts';

/** A select whose choices follow another answer; it is cleared when that answer changes. */
export interface ConditionalSelectQuestion<K extends string = string> extends QuestionBase<K, K | `${K}_desc`> {
  readonly kind: 'conditional-select';
  readonly options: OptionsByAnswer;
}

export const conditionalSelect = <const K extends string>(
  question: Given<ConditionalSelectQuestion<K>>,
): ConditionalSelectQuestion<K> => ({ kind: 'conditional-select', ...question });

export const conditionalSelectTraits = choiceTraits<ConditionalSelectQuestion>({
  options: (question, answers, moment) => conditionalOptions(question.options, answers, moment),
  lists: ({ options }) => [...Object.values(options.cases), options.unanswered],
  follows: (question) => question.options.controlledBy,
  references: (question) => [question.options.controlledBy],
});
