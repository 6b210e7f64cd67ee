import { createRequired } from '@firstyear/ui/hooks.ts';

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
