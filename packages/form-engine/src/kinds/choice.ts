import { ANSWERED, type Answers, answerOf, descKey, isAnswered, type Moment, textOf } from '../answers.ts';
import { type KindTraits, PLAIN_TRAITS, tidyLine } from '../kind-traits.ts';
import {
  conditionalOptions,
  fixedOptions,
  listOptions,
  type Option,
  type OptionList,
  type OptionsByAnswer,
} from '../options.ts';
import { errorLabelOf, type Given, type QuestionBase } from '../question.ts';

/** The kinds of questions that are answered by choosing. */

/** The traits of a question that is answered by choosing. The chosen label is stored beside the answer. */
export interface ChoiceTraits<Q extends QuestionBase> extends KindTraits<Q, never> {
  /** The choices for these answers; 'text' when the applicant writes the answer. */
  options(question: Q, answers: Answers, moment: Moment): readonly Option[] | 'text';
  /** Every list that its choices may come from. */
  lists(question: Q): readonly OptionList[];
}

function choiceTraits<Q extends QuestionBase>(
  choices: Pick<ChoiceTraits<Q>, 'options' | 'lists'> &
    Partial<Pick<ChoiceTraits<Q>, 'fitsColumn' | 'follows' | 'references'>>,
): ChoiceTraits<Q> {
  return {
    ...PLAIN_TRAITS,
    ...choices,
    companions: (question) => [descKey(question.key)],
    // The value of a choice stays as the form has it; where the applicant writes the answer, it is a line of text.
    store: (question, text) =>
      choices.lists(question).some((list) => fixedOptions(list)?.some(({ value }) => value === text))
        ? text
        : tidyLine(text),
    // A choice that is no longer on the list is an error. ANSWERED: a document answers the question.
    errors: (question, answers, moment) => {
      const value = answerOf(answers, question.key);
      if (!isAnswered(value) || value === ANSWERED) return [];
      const options = choices.options(question, answers, moment);
      const isOffered = options === 'text' || options.some((option) => option.value === value);
      return isOffered ? [] : [errorLabelOf(question)];
    },
    toText: (question, answers, moment) => {
      const value = textOf(answers, question.key);
      if (value === '') return '';
      const options = choices.options(question, answers, moment);
      const listed = options === 'text' ? undefined : options.find((option) => option.value === value);
      // The stored label is in the university's language, that of the list in the reader's.
      return listed?.label || textOf(answers, descKey(question.key)) || value;
    },
  };
}

/** One choice from a drop-down list. */
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

/** One choice of a few, all visible. */
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
