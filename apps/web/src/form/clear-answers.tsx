import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { showSuccess } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { clearAnswers } from '@firstyear/words/clear-answers';
import { useEffect, useRef, useState } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import styles from './clear-answers.module.css';
import { UndoLine } from './undo-line.tsx';

/** Tells visitors where their answers are kept, with a button that clears all of them. */
export function ClearAnswers() {
  const words = useWords(clearAnswers);
  const store = useAnswerStore();
  const hasTyped = useFromStore((from) => from.outbox.hasUnsaved());
  const [isConfirming, setIsConfirming] = useState(false);
  const hasCleared = useRef(false);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is gone: focuses its replacement.
    if (!hasTyped && hasCleared.current) line.current?.querySelector('button')?.focus();
    hasCleared.current = false;
  }, [hasTyped]);
  if (!hasTyped) {
    return (
      <div ref={line} className={styles.undo}>
        <UndoLine isHere={(place) => place.kind === 'all'} />
      </div>
    );
  }
  return (
    <div className={`row ${styles.clear}`}>
      <p className={`quiet ${styles.note}`}>{words.note}</p>
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        {words.button}
      </Button>
      {isConfirming && (
        <Dialog
          title={words.question}
          size="xs"
          onClose={() => setIsConfirming(false)}
          actions={
            <Button
              variant="danger"
              onClick={() => {
                hasCleared.current = true;
                setIsConfirming(false);
                store.undo.clearAll();
                showSuccess(words.cleared);
              }}
            >
              {words.confirm}
            </Button>
          }
          cancel={words.cancel}
        >
          <p>{words.note}</p>
        </Dialog>
      )}
    </div>
  );
}
