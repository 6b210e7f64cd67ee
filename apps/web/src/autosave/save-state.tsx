import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { AUTOSAVE_TEXT } from '../text/autosave.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { type Autosave, isTriedAgain, type SaveFailure, type SaveState } from './autosave.ts';
import styles from './save-state.module.css';

function timeOf(at: number): string {
  const time = new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', hour12: true });
  return time.replace('\u202f', ' ');
}

function wordsOfFailure(failure: SaveFailure): string {
  switch (failure) {
    case 'locked':
      return AUTOSAVE_TEXT.locked;
    case 'busy':
      return AUTOSAVE_TEXT.busy;
    case 'retry':
    case 'no-session':
      return AUTOSAVE_TEXT.failed;
  }
}

function wordsOfState(state: SaveState): string {
  switch (state.kind) {
    case 'idle':
      return AUTOSAVE_TEXT.idle;
    case 'saving':
      return AUTOSAVE_TEXT.saving;
    case 'saved':
      return AUTOSAVE_TEXT.saved(timeOf(state.at));
    case 'failed':
      return wordsOfFailure(state.failure);
  }
}

/** What screen readers hear: the first save, a failure, and the save after it; not every save of a typist. */
function useAnnouncement(state: SaveState): string {
  const [announced, setAnnounced] = useState('');
  const before = useRef<SaveState['kind']>('idle');
  useEffect(() => {
    if (state.kind !== 'saved' && state.kind !== 'failed') return;
    if (before.current !== state.kind) setAnnounced(wordsOfState(state));
    before.current = state.kind;
  }, [state]);
  return announced;
}

/** "Saving…", "Saved at 4:38 PM" or "Not saved - retry", where the applicant can see it. */
export function SaveStateView({ autosave }: { readonly autosave: Autosave }) {
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  const announced = useAnnouncement(state);
  return (
    <div className={styles.state} data-kind={state.kind}>
      <span>{wordsOfState(state)}</span>
      {state.kind === 'failed' && isTriedAgain(state.failure) && (
        <>
          <span aria-hidden="true">-</span>
          <button type="button" className={styles.retry} onClick={() => autosave.flush()}>
            {AUTOSAVE_TEXT.retry}
          </button>
        </>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}
