import { type ChoiceQuestion, descKey, labelOf } from '@firstyear/application-form';
import { useAnswer, useAnswerStore } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** The label that was chosen (its _desc). */
export function ChoiceRead({ question }: { readonly question: ChoiceQuestion }) {
  const store = useAnswerStore();
  const value = String(useAnswer(question.key));
  const chosen = String(useAnswer(descKey(question.key)));
  const label = chosen || labelOf(question, value, store.getState().answers, store.moment());
  return <ReadAnswer label={question.label}>{value === '' ? '' : label}</ReadAnswer>;
}
