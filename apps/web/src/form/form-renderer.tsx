import { useMemo } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import styles from './form-renderer.module.css';
import {
  type DocumentAnswers,
  type FormFeatures,
  type FormView,
  FormViewProvider,
  type ReviewView,
} from './form-view.ts';
import { Items } from './items.tsx';
import paper from './paper.module.css';
import { RefusalStatus } from './refusal-status.tsx';
import reviewStyles from './review.module.css';
import { RemovalStatus } from './undo-line.tsx';

export interface FormRendererProps {
  readonly page: string;
  /** Inputs for an applicant or a visitor, plain text for the service view and the PDF. */
  readonly mode: 'interactive' | 'service';
  /** Field errors are shown only while web_status is validating (STATE-13). */
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  /** pages/form-features.ts */
  readonly features: FormFeatures;
  /** Documents on the server by question key; the service view notes them. */
  readonly documents?: DocumentAnswers;
  /** With mode 'service': answers lead to their questions. */
  readonly review?: ReviewView;
}

const NO_DOCUMENTS: DocumentAnswers = {};

/** One page of the form from its definition; the page's own title is not drawn. Answers: AnswerStoreProvider. */
export function FormRenderer({
  page,
  mode,
  showErrors,
  isLoggedIn,
  features,
  documents = NO_DOCUMENTS,
  review,
}: FormRendererProps) {
  const { form } = useAnswerStore();
  const view = useMemo<FormView>(
    () => ({ page, mode, showErrors: showErrors && mode === 'interactive', isLoggedIn, documents, features, review }),
    [page, mode, showErrors, isLoggedIn, documents, features, review],
  );
  const drawn = form.pages.find((one) => one.id === page);
  return (
    <FormViewProvider value={view}>
      <div className={review ? reviewStyles.page : mode === 'service' ? paper.page : styles.page} data-mode={mode}>
        {drawn && <Items items={drawn.items} />}
        {mode === 'interactive' && (
          <>
            <RemovalStatus />
            <RefusalStatus />
          </>
        )}
      </div>
    </FormViewProvider>
  );
}
