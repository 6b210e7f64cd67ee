import type { QuestionOf, Repeater, TabGroup } from '@firstyear/form-engine';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { type ComponentType, createContext } from 'react';

/** The parts of the form that make calls of their own; each is a feature beside the form. */
export interface FormFeatures {
  /** The tabs of a group for a logged-in applicant. */
  readonly TabList: ComponentType<{ readonly group: TabGroup; readonly openTab: string }>;
  readonly AddAnother: ComponentType<{ readonly repeater: Repeater; readonly count: number }>;
  /** A document question with its label and errors. */
  readonly Document: ComponentType<{
    readonly question: QuestionOf<'file'>;
    readonly isLoggedIn: boolean;
    /** Errors and notes of the form itself. */
    readonly parts: {
      readonly errors: readonly string[];
      readonly required: boolean;
      readonly note: string | undefined;
    };
  }>;
}

/** How the form is shown. The same for every question of a page. */
export interface FormView {
  /** The id of the page. */
  readonly page: string;
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  readonly features: FormFeatures;
  /** The mark beside the label of a question that a release has added. */
  readonly mark?: ((key: string) => string) | undefined;
}

const FormViewContext = createContext<FormView | null>(null);
export const FormViewProvider = FormViewContext.Provider;

export function useFormView(): FormView {
  return useRequired(FormViewContext, 'how the form is shown');
}
