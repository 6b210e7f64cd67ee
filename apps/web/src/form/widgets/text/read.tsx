import type { Question, QuestionOf } from '@firstyear/application-form';
import { useAnswer } from '../../../answers/hooks.ts';
import { FORM_TEXT } from '../../../text/form.ts';
import { shapeOf } from '../../masks/mask.ts';
import { SSN_MASK } from '../../masks/ssn-mask.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** An answer as it stands. */
export function PlainRead({ question }: { readonly question: Question }) {
  return <ReadAnswer label={question.label}>{String(useAnswer(question.key))}</ReadAnswer>;
}

export function TextareaRead({ question }: { readonly question: QuestionOf<'textarea'> }) {
  return (
    <ReadAnswer label={question.label} isLong>
      {String(useAnswer(question.key))}
    </ReadAnswer>
  );
}

export function TextRead({ question }: { readonly question: QuestionOf<'text'> }) {
  const value = String(useAnswer(question.key));
  switch (question.category) {
    case 'password':
      return <ReadAnswer label={question.label}>{value === '' ? '' : FORM_TEXT.hiddenAnswer}</ReadAnswer>;
    case 'ssn':
      return <ReadAnswer label={question.label}>{shapeOf(SSN_MASK, value)}</ReadAnswer>;
    default:
      return <ReadAnswer label={question.label}>{value}</ReadAnswer>;
  }
}
