import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerText } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** The line as it was typed or chosen. */
export function LookupRead({ question }: { readonly question: QuestionOf<'lookup'> }) {
  return <ReadAnswer label={paperLabelOf(question)}>{useAnswerText(question)}</ReadAnswer>;
}
