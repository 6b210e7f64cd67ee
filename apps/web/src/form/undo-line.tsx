import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import type { WordsOf } from '@firstyear/words';
import { formPage } from '@firstyear/words/form-page';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import type { Removal, RemovalPlace } from '../answers/removals.ts';
import { focusQuestion } from './focus-question.ts';
import styles from './undo-line.module.css';

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

/** What was taken away at this place, and the way to bring it back; nothing where nothing was. */
export function UndoLine({
  isHere,
  focus,
  prepare,
}: {
  readonly isHere: (place: RemovalPlace) => boolean;
  /** What has to be done elsewhere first. Says whether it is: otherwise nothing is brought back. */
  readonly prepare?: (place: RemovalPlace) => Promise<boolean>;
  /** The question that has the focus afterwards; the first that is brought back when not given. */
  readonly focus?: string;
}) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const removal = useFromStore((from) => from.removalAt(isHere));
  if (!removal) return null;
  const bringBack = () => {
    flushSync(() => store.undoRemoval(removal.id));
    const keys = focus === undefined ? Object.keys(removal.answers) : [focus];
    // The button that had the focus is gone.
    if (!keys.some(focusQuestion)) document.querySelector('main')?.focus();
  };
  const undo = async () => {
    // Why it failed is told where it was done.
    if (prepare === undefined || (await prepare(removal.place))) bringBack();
  };
  return (
    <p className={styles.line}>
      {textOf(removal, words)}{' '}
      <button type="button" className={styles.undo} onClick={() => void undo()}>
        {words.undo}
      </button>
    </p>
  );
}

/** Tells screen readers of what was taken away, once. Stands beside the form, as a line that comes is not always read. */
export function RemovalStatus() {
  const words = useWords(formPage);
  const newest = useFromStore((store) => store.removals()[0]);
  const [announced, setAnnounced] = useState<Removal>();
  // What was there before, after a reload of the tab, is no news.
  const [known] = useState(newest?.id ?? 0);
  useEffect(() => {
    setAnnounced((before) => (newest && newest.id > (before?.id ?? known) ? newest : before));
  }, [newest, known]);
  return (
    <VisuallyHidden role="status">{announced && announced === newest ? textOf(announced, words) : ''}</VisuallyHidden>
  );
}
