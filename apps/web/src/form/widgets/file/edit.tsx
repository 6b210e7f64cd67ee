import type { QuestionOf } from '@firstyear/form-engine';
import { useFormView } from '../../form-view.ts';
import { useQuestionParts } from '../../question-field.tsx';

/** A document question, as the feature of documents draws it. */
export function FileEdit({ question }: { readonly question: QuestionOf<'file'> }) {
  const { isLoggedIn, features } = useFormView();
  const { errors, required, note } = useQuestionParts(question);
  return <features.Document question={question} isLoggedIn={isLoggedIn} parts={{ errors, required, note }} />;
}
