import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerText } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** The number with its unit. */
export function NumberRead({ question }: { readonly question: QuestionOf<'number'> }) {
  return <ReadAnswer label={paperLabelOf(question)}>{useAnswerText(question)}</ReadAnswer>;
}
