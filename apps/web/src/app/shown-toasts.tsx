import { ToastRegion } from '@firstyear/ui/toast-region.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { toasts } from '@firstyear/words/toasts';

/** The region of toasts with its words. */
export function ShownToasts() {
  return <ToastRegion words={useWords(toasts)} />;
}
