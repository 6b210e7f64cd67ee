import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerStore, useAnswerText } from '../../../answers/hooks.ts';
import { useFormView } from '../../form-view.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** Only that a document is attached: which one is the applicant's and the office's matter. */
export function FileRead({ question }: { readonly question: QuestionOf<'file'> }) {
  const { documents } = useFormView();
  const { form } = useAnswerStore();
  const text = useAnswerText(question);
  const isListed = Object.hasOwn(documents, question.key);
  return <ReadAnswer label={paperLabelOf(question)}>{isListed ? form.words.documentAttached : text}</ReadAnswer>;
}
