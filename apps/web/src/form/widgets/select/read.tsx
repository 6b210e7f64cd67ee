import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerText } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** The label that was chosen. */
export function SelectRead({ question }: { readonly question: QuestionOf<'select'> }) {
  return <ReadAnswer label={paperLabelOf(question)}>{useAnswerText(question)}</ReadAnswer>;
}
