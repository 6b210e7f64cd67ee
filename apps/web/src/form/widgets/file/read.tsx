import { ANSWERED, type QuestionOf } from '@firstyear/application-form';
import { useAnswer } from '../../../answers/hooks.ts';
import { DOCUMENT_TEXT } from '../../../text/documents.ts';
import { useFormView } from '../../form-view.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** Only that a document is attached, not which (AMB-107). */
export function FileRead({ question }: { readonly question: QuestionOf<'file'> }) {
  const { documents } = useFormView();
  const isAttached = useAnswer(question.key) === ANSWERED || Object.hasOwn(documents, question.key);
  return <ReadAnswer label={question.label}>{isAttached ? DOCUMENT_TEXT.attached : ''}</ReadAnswer>;
}
