import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerText } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** The day as people write it. */
export function DateRead({ question }: { readonly question: QuestionOf<'date'> }) {
  return <ReadAnswer label={paperLabelOf(question)}>{useAnswerText(question)}</ReadAnswer>;
}
