import { useMemo } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { DrawingStepProvider, useDrawingSteps } from './drawing-steps.ts';
import styles from './form-renderer.module.css';
import {
  type DocumentAnswers,
  type FormFeatures,
  type FormView,
  FormViewProvider,
  type Reading,
  type ReviewView,
} from './form-view.ts';
import { Items } from './items.tsx';
import { RefusalStatus } from './refusal-status.tsx';
import { RemovalStatus } from './undo-line.tsx';

export interface FormRendererProps {
  readonly page: string;
  /** Plain text for the service view, the PDF and where answers are checked (reading.tsx); without it inputs. */
  readonly reading?: Reading | undefined;
  /** Field errors are shown only while web_status is validating (STATE-13). */
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  /** pages/form-features.ts */
  readonly features: FormFeatures;
  /** Documents on the server by question key; the service view notes them. */
  readonly documents?: DocumentAnswers;
  /** With reading: answers lead to their questions. */
  readonly review?: ReviewView;
  /** Draws the page in steps, the first of which reaches this question; '': only what fits into the window. */
  readonly drawFrom?: string | undefined;
}

const NO_DOCUMENTS: DocumentAnswers = {};

/** One page of the form from its definition; the page's own title is not drawn. Answers: AnswerStoreProvider. */
export function FormRenderer({
  page,
  reading,
  showErrors,
  isLoggedIn,
  features,
  documents = NO_DOCUMENTS,
  review,
  drawFrom,
}: FormRendererProps) {
  const { form } = useAnswerStore();
  const view = useMemo<FormView>(
    () => ({ page, reading, showErrors: showErrors && !reading, isLoggedIn, documents, features, review }),
    [page, reading, showErrors, isLoggedIn, documents, features, review],
  );
  const pageStyle = review ? reading?.review : reading?.paper;
  const step = useDrawingSteps(page, isLoggedIn, drawFrom);
  const drawn = form.pages.find((one) => one.id === page);
  return (
    <FormViewProvider value={view}>
      <div className={reading ? pageStyle : styles.page} data-partial={step ? '' : undefined}>
        <DrawingStepProvider value={step}>{drawn && <Items items={drawn.items} />}</DrawingStepProvider>
        {!reading && (
          <>
            <RemovalStatus />
            <RefusalStatus />
          </>
        )}
      </div>
    </FormViewProvider>
  );
}
