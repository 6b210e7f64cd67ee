import type { Question } from '@firstyear/form-engine';
import { Field, type FieldAria, FieldGroup } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import type { ReactNode } from 'react';
import { useErrors, useIsNeeded } from '../answers/hooks.ts';
import { useFormView } from './form-view.ts';

/** Label, hint, errors and "required" of a question, read from the form and the store. */
export function useQuestionParts(question: Question) {
  const words = useWords(formPage);
  const { showErrors, mark } = useFormView();
  const errors = useErrors(question.key, showErrors);
  const required = useIsNeeded(question);
  const note = [mark?.(question.key), required && words.required].filter(Boolean).join(', ');
  return { id: question.key, label: question.label, hint: question.hint, errors, required, note };
}

/** A question with one input. */
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

/** A question with several inputs. */
export function QuestionGroup({
  question,
  children,
}: {
  readonly question: Question;
  readonly children: (parts: ReturnType<typeof useQuestionParts>) => ReactNode;
}) {
  const parts = useQuestionParts(question);
  return (
    <FieldGroup {...parts} role="radiogroup">
      {children(parts)}
    </FieldGroup>
  );
}
