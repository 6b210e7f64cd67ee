import type { QuestionOf } from '@firstyear/application-form';
import { useAnswer } from '../../../answers/hooks.ts';
import { FORM_TEXT } from '../../../text/form.ts';
import { ReadAnswer } from '../../read-answer.tsx';

export function PasswordRead({ question }: { readonly question: QuestionOf<'password'> }) {
  const isGiven = useAnswer(question.key) !== '';
  return <ReadAnswer label={question.label}>{isGiven ? FORM_TEXT.hiddenAnswer : ''}</ReadAnswer>;
}
