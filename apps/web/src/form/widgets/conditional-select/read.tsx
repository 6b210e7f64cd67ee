import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerText } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** The label that was chosen, or what was written where there was no list. */
export function ConditionalSelectRead({ question }: { readonly question: QuestionOf<'conditional-select'> }) {
  return <ReadAnswer label={paperLabelOf(question)}>{useAnswerText(question)}</ReadAnswer>;
}
