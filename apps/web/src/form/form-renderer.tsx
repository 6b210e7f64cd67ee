import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useMemo } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { DrawingStepProvider, useDrawingSteps } from './drawing-steps.ts';
import styles from './form.module.css';
import { Items } from './items.tsx';
import { type FormView, FormViewProvider } from './question-field.tsx';
import { useSettledText } from './settled-text.ts';
import { RemovalStatus } from './undo-line.tsx';

export interface FormRendererProps extends FormView {
  /** Draws the page in steps, the first of which reaches this question; '': only what fits into the window. */
  readonly drawFrom?: string | undefined;
}

/** One page of the form from its definition, without the page's title. Needs an AnswerStoreProvider. */
export function FormRenderer({ page, showErrors, isLoggedIn, drawFrom, mark }: FormRendererProps) {
  const { form } = useAnswerStore();
  const view = useMemo(() => ({ page, showErrors, isLoggedIn, mark }), [page, showErrors, isLoggedIn, mark]);
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

/** Tells screen readers that an answer is refused: its message may be at a question that they have left. */
function RefusalStatus() {
  const refusal = useFromStore((store) => store.outbox.lastRefusal());
  const announced = useSettledText(refusal ?? '');
  return <VisuallyHidden role="status">{announced}</VisuallyHidden>;
}
