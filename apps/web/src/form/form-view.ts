import type * as contract from '@firstyear/api-contract';
import { createContext, useContext } from 'react';

export type DocumentAnswers = contract.Profile['document_answer'];

/** How the form is shown. The same for every question of a page. */
export interface FormView {
  readonly mode: 'interactive' | 'service';
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  readonly documents: DocumentAnswers;
}

const FormViewContext = createContext<FormView | null>(null);
export const FormViewProvider = FormViewContext.Provider;

export function useFormView(): FormView {
  const view = useContext(FormViewContext);
  if (!view) throw new Error('A question is drawn outside of FormRenderer.');
  return view;
}
