import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useMemo } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { DrawingStepProvider, useDrawingSteps } from './drawing-steps.ts';
import styles from './form-renderer.module.css';
import { type FormFeatures, type FormView, FormViewProvider } from './form-view.ts';
import { Items } from './items.tsx';
import { RemovalStatus } from './undo-line.tsx';

export interface FormRendererProps {
  readonly page: string;
  /** Field errors are shown only while web_status is validating (STATE-13). */
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  /** pages/form-features.ts */
  readonly features: FormFeatures;
  /** Draws the page in steps, the first of which reaches this question; '': only what fits into the window. */
  readonly drawFrom?: string | undefined;
  readonly mark?: FormView['mark'];
}

/** One page of the form from its definition; the page's own title is not drawn. Answers: AnswerStoreProvider. */
export function FormRenderer({ page, showErrors, isLoggedIn, features, drawFrom, mark }: FormRendererProps) {
  const { form } = useAnswerStore();
  const view = useMemo<FormView>(
    () => ({ page, showErrors, isLoggedIn, features, mark }),
    [page, showErrors, isLoggedIn, features, mark],
  );
  const step = useDrawingSteps(page, isLoggedIn, drawFrom);
  const drawn = form.pages.find((item) => item.id === page);
  return (
    <FormViewProvider value={view}>
      <div className={styles.page} data-partial={step ? '' : undefined}>
        <DrawingStepProvider value={step}>{drawn && <Items items={drawn.items} />}</DrawingStepProvider>
        <RemovalStatus />
        <RefusalStatus />
      </div>
    </FormViewProvider>
  );
}

/** Tells screen readers of an answer that the server did not take: it stands at a question that they have left. */
export function RefusalStatus() {
  const refusal = useFromStore((store) => store.lastRefusal());
  return <VisuallyHidden role="status">{refusal ?? ''}</VisuallyHidden>;
}
