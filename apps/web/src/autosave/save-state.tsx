import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import type { Language, WordsOf } from '@firstyear/words';
import { formatTime } from '@firstyear/words/format';
import { saving } from '@firstyear/words/saving';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Autosave, isRetried, type SaveFailure, type SaveState } from './autosave.ts';
import styles from './save-state.module.css';

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

function textOfState(state: SaveState, words: Words, language: Language): string {
  switch (state.kind) {
    case 'idle':
      return words.idle;
    case 'saving':
      return words.saving;
    case 'saved':
      return words.saved({ time: formatTime(language, new Date(state.at)) });
    case 'failed':
      return textOfFailure(state.failure, words);
  }
}

/** The announcement for screen readers: the first save, a failure, and the save after it, but not every save. */
function useAnnouncement(state: SaveState, words: Words): string {
  const language = useLanguage();
  const [announced, setAnnounced] = useState('');
  const before = useRef<SaveState['kind']>('idle');
  useEffect(() => {
    if (state.kind !== 'saved' && state.kind !== 'failed') return;
    if (before.current !== state.kind) setAnnounced(textOfState(state, words, language));
    before.current = state.kind;
  }, [state, words, language]);
  return announced;
}

/** "Saving…", "Saved at 4:38 PM" or "Not saved - retry", where the applicant can see it. */
export function SaveStateView({ autosave }: { readonly autosave: Autosave }) {
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  const words = useWords(saving);
  const language = useLanguage();
  const announced = useAnnouncement(state, words);
  return (
    <div className={styles.state} data-kind={state.kind}>
      <span>{textOfState(state, words, language)}</span>
      {state.kind === 'failed' && isRetried(state.failure) && (
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
