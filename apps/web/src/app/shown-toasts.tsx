import { toasts } from '@firstyear/words/toasts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { useWords } from '../words.tsx';

/** The region of toasts with its words. */
export function ShownToasts() {
  return <ToastRegion words={useWords(toasts)} />;
}
