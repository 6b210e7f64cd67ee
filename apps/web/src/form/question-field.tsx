import { cleanTyped, type Question } from '@firstyear/form-engine';
import { Field, type FieldAria } from '@firstyear/ui/field.tsx';
import { createRequired } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import type { ReactNode } from 'react';
import { useErrors, useIsNeeded } from '../answers/hooks.ts';

/** How the form is shown: the same for every question of a page. */
export interface FormView {
  readonly page: string;
  /** Field errors are shown only while web_status is validating (STATE-13). */
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  /** The mark beside the label of a question that a release has added. */
  readonly mark?: ((key: string) => string) | undefined;
}

export const [FormViewProvider, useFormView] = createRequired<FormView>('the view of the form');

/** Label, hint, errors and "required" of a question, read from the form and the store. */
export function useQuestionParts(question: Question) {
  const words = useWords(formPage);
  const { showErrors, mark } = useFormView();
  const errors = useErrors(question.key, showErrors);
  const required = useIsNeeded(question);
  const { key: id, label, hint } = question;
  const note = required ? words.required : undefined;
  return { id, label, hint, errors, required, note, mark: mark?.(id) };
}

export function QuestionField({
  question,
  describedBy,
  children,
}: {
  readonly question: Question;
  readonly describedBy?: string | undefined;
  readonly children: (aria: FieldAria) => ReactNode;
}) {
  const parts = useQuestionParts(question);
  return (
    <Field {...parts} describedBy={describedBy}>
      {children}
    </Field>
  );
}

/** The value of a control, cleaned by the rules of its question. The control shows it at once, and keeps its caret. */
export function readCleaned(question: Question, control: HTMLInputElement | HTMLTextAreaElement): string {
  const clean = (text: string) => cleanTyped(question, text);
  const cleaned = clean(control.value);
  if (cleaned === control.value) return cleaned;
  const { selectionStart } = control;
  const caret = selectionStart === null ? null : clean(control.value.slice(0, selectionStart)).length;
  // When React then finds the value it wants, it leaves the caret alone.
  control.value = cleaned;
  if (caret !== null) control.setSelectionRange(caret, caret);
  return cleaned;
}
