import { type Autosave, isRetried } from './autosave.ts';

/**
 * Saves when a field or the page is left, when the page is hidden, and when the network is back.
 * Warns before leaving while a save has failed. Returns a stop function.
 */
export function attachAutosave(autosave: Autosave, page: Window = window): () => void {
  const { document } = page;
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener(
    'focusout',
    () => {
      // While saving fails, the back-off decides when to retry.
      if (autosave.state().kind !== 'failed') autosave.flush();
    },
    { signal },
  );
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') autosave.flushOnLeave();
    },
    { signal },
  );
  page.addEventListener('pagehide', () => autosave.flushOnLeave(), { signal });
  page.addEventListener('online', () => autosave.flush(), { signal });
  page.addEventListener(
    'beforeunload',
    (event) => {
      const state = autosave.state();
      if (state.kind === 'failed' && isRetried(state.failure)) event.preventDefault();
    },
    { signal },
  );
  return () => listening.abort();
}
