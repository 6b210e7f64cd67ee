import { ANSWERED, type Answers, answerOf, descKey, isAnswered, type Moment, textOf } from './answers.ts';
import { type KindTraits, PLAIN_TRAITS } from './kind-traits.ts';
import type { Option, OptionList } from './options.ts';
import { errorLabelOf, type QuestionBase } from './question.ts';

/** The traits of a question that is answered by choosing. The chosen label is stored beside the answer. */
export interface ChoiceTraits<Q extends QuestionBase> extends KindTraits<Q, never> {
  /** The choices for these answers; 'text' when the applicant writes the answer. */
  options(question: Q, answers: Answers, moment: Moment): readonly Option[] | 'text';
  /** Every list that its choices may come from. */
  lists(question: Q): readonly OptionList[];
}

/** Makes the traits of a choice from where its choices come from. */
export function choiceTraits<Q extends QuestionBase>(
  choices: Pick<ChoiceTraits<Q>, 'options' | 'lists'> &
    Partial<Pick<ChoiceTraits<Q>, 'fitsColumn' | 'follows' | 'references'>>,
): ChoiceTraits<Q> {
  return {
    ...PLAIN_TRAITS,
    ...choices,
    companions: (question) => [descKey(question.key)],
    /**
     * A stored choice that is no longer on its list has to be made again. ANSWERED is on no list: it means that a
     * document answers the question.
     */
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
      // The stored label is in the university's language; what is on the list has its words in the reader's.
      return listed?.label || textOf(answers, descKey(question.key)) || value;
    },
  };
}
