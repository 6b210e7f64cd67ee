import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useFromStore } from '../answers/hooks.ts';

/** Tells screen readers of an answer that the server did not take: it stands at a question that they have left. */
export function RefusalStatus() {
  const refusal = useFromStore((store) => store.lastRefusal());
  return <VisuallyHidden role="status">{refusal ?? ''}</VisuallyHidden>;
}
