import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerText } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** The text over the whole width. */
export function TextareaRead({ question }: { readonly question: QuestionOf<'textarea'> }) {
  return (
    <ReadAnswer label={paperLabelOf(question)} isLong>
      {useAnswerText(question)}
    </ReadAnswer>
  );
}
