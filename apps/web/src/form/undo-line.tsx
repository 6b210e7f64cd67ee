import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import type { WordsOf } from '@firstyear/words';
import { formPage } from '@firstyear/words/form-page';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import type { Removal, RemovalPlace } from '../answers/removals.ts';
import { focusQuestion } from './focus-question.ts';
import styles from './form.module.css';

function textOf({ place, answers }: Removal, words: WordsOf<typeof formPage.texts>): string {
  const count = Object.keys(answers).length;
  switch (place.kind) {
    case 'lookup':
      return words.clearedAddress;
    case 'condition':
      return place.about === undefined ? words.removed({ count }) : words.removedAbout({ count, about: place.about });
    case 'tab':
    case 'all':
      return words.removed({ count });
  }
}

/** Says which answers were removed at this place, with a button that brings them back; nothing if there are none. */
export function UndoLine({
  isHere,
  focus,
  prepare,
}: {
  readonly isHere: (place: RemovalPlace) => boolean;
  /** Runs first; nothing is brought back if it returns false. */
  readonly prepare?: (place: RemovalPlace) => Promise<boolean>;
  /** The question to focus afterwards; by default the first one that is brought back. */
  readonly focus?: string;
}) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const removal = useFromStore((from) => from.undo.removalAt(isHere));
  if (!removal) return null;
  const bringBack = () => {
    flushSync(() => store.undo.bringBack(removal.id));
    const keys = focus === undefined ? Object.keys(removal.answers) : [focus];
    // The focused button is gone.
    if (!keys.some(focusQuestion)) document.querySelector('main')?.focus();
  };
  const undo = async () => {
    // prepare() reports its own failures.
    if (prepare === undefined || (await prepare(removal.place))) bringBack();
  };
  return (
    <p className={`quiet ${styles.line}`}>
      <span>{textOf(removal, words)}</span>{' '}
      <button type="button" className={styles.undo} onClick={() => void undo()}>
        {words.undo}
      </button>
    </p>
  );
}

/** Announces removed answers to screen readers, once: new lines in the form are not always read. */
export function RemovalStatus() {
  const words = useWords(formPage);
  const newest = useFromStore((store) => store.undo.removals()[0]);
  const [announced, setAnnounced] = useState<Removal>();
  // Removals from before a reload are no news.
  const [known] = useState(newest?.id ?? 0);
  useEffect(() => {
    setAnnounced((before) => (newest && newest.id > (before?.id ?? known) ? newest : before));
  }, [newest, known]);
  return (
    <VisuallyHidden role="status">{announced && announced === newest ? textOf(announced, words) : ''}</VisuallyHidden>
  );
}
