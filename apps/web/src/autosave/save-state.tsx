import type { WordsOf } from '@firstyear/words';
import { saving } from '@firstyear/words/saving';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useWords } from '../words.tsx';
import { type Autosave, isTriedAgain, type SaveFailure, type SaveState } from './autosave.ts';
import styles from './save-state.module.css';

function timeOf(at: number): string {
  const time = new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', hour12: true });
  return time.replace('\u202f', ' ');
}

type Words = WordsOf<typeof saving.texts>;

function textOfFailure(failure: SaveFailure, words: Words): string {
  switch (failure) {
    case 'locked':
      return words.locked;
    case 'busy':
      return words.busy;
    case 'retry':
    case 'no-session':
      return words.failed;
  }
}

function textOfState(state: SaveState, words: Words): string {
  switch (state.kind) {
    case 'idle':
      return words.idle;
    case 'saving':
      return words.saving;
    case 'saved':
      return words.saved({ time: timeOf(state.at) });
    case 'failed':
      return textOfFailure(state.failure, words);
  }
}

/** What screen readers hear: the first save, a failure, and the save after it; not every save of a typist. */
function useAnnouncement(state: SaveState, words: Words): string {
  const [announced, setAnnounced] = useState('');
  const before = useRef<SaveState['kind']>('idle');
  useEffect(() => {
    if (state.kind !== 'saved' && state.kind !== 'failed') return;
    if (before.current !== state.kind) setAnnounced(textOfState(state, words));
    before.current = state.kind;
  }, [state, words]);
  return announced;
}

/** "Saving…", "Saved at 4:38 PM" or "Not saved - retry", where the applicant can see it. */
export function SaveStateView({ autosave }: { readonly autosave: Autosave }) {
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  const words = useWords(saving);
  const announced = useAnnouncement(state, words);
  return (
    <div className={styles.state} data-kind={state.kind}>
      <span>{textOfState(state, words)}</span>
      {state.kind === 'failed' && isTriedAgain(state.failure) && (
        <>
          <span aria-hidden="true">-</span>
          <button type="button" className={styles.retry} onClick={() => autosave.flush()}>
            {words.retry}
          </button>
        </>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}
