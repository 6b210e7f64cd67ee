import { ANSWERED, type Answers, answerOf } from './answers.ts';
import type { Form } from './index-form.ts';
import { type DocumentQuestion, isDocument } from './kinds/index.ts';

/** The document questions that are answered, in the order of the form. */
export function attachedDocuments(form: Form, answers: Answers): readonly DocumentQuestion[] {
  return form.fields.flatMap(({ question }) =>
    isDocument(question) && answerOf(answers, question.key) === ANSWERED ? [question] : [],
  );
}
