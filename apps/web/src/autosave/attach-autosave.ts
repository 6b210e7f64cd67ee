import { type Autosave, isTriedAgain } from './autosave.ts';

/**
 * Lets the page's own events save: leaving a field, hiding or leaving the page, the network coming back.
 * Warns before leaving while a save has failed. Returns a stop function.
 */
export function attachAutosave(autosave: Autosave, page: Window = window): () => void {
  const { document } = page;
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener(
    'focusout',
    () => {
      // While saving fails, its own growing waits decide when to try again.
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
      if (state.kind === 'failed' && isTriedAgain(state.failure)) event.preventDefault();
    },
    { signal },
  );
  return () => listening.abort();
}
