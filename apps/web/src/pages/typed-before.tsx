import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { typedBefore } from '@firstyear/words/typed-before';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { differencesOf, swapTypedBefore, wordsOfDifference } from '../answers/typed-before.ts';
import styles from './notes.module.css';

function Differences({ onUse, onKeep, onClose }: Readonly<Record<'onUse' | 'onKeep' | 'onClose', () => void>>) {
  const store = useAnswerStore();
  const words = useWords(typedBefore);
  const differences = differencesOf(store);
  return (
    <Dialog
      title={words.title}
      size="s"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onUse}>{words.use({ count: differences.length })}</Button>
          <Button variant="secondary" onClick={onKeep}>
            {words.keep}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {differences.map((difference) => {
          const { key, label } = difference.question;
          const { own, typed } = wordsOfDifference(store, difference);
          return (
            <li key={key}>
              <h3 className={styles.question}>{label}</h3>
              <dl className={styles.answers}>
                <dt>{words.own}</dt>
                <dd>{own || words.none}</dd>
                <dt>{words.typed}</dt>
                <dd>{typed || words.none}</dd>
              </dl>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** Asks about answers that were typed before the login and differ from the account's (D25). */
export function TypedBefore() {
  const store = useAnswerStore();
  const count = useFromStore((from) => differencesOf(from).length);
  const isTaken = useFromStore((from) => from.owner.typedBefore().isTaken);
  const [isComparing, setIsComparing] = useState(false);
  const note = useRef<HTMLDivElement>(null);
  const words = useWords(typedBefore);
  if (count === 0) return null;
  const decide = (decision: () => void) => {
    flushSync(() => {
      setIsComparing(false);
      decision();
    });
    // The pressed button may be gone.
    const next = note.current?.querySelector('button') ?? document.querySelector('main');
    next?.focus();
  };
  const use = () => decide(() => swapTypedBefore(store));
  return (
    <div ref={note} className={`row ${styles.note}`}>
      <span role="status">{isTaken ? words.taken({ count }) : words.line({ count })}</span>
      {isTaken ? (
        <Button variant="quiet" onClick={use}>
          {words.undo}
        </Button>
      ) : (
        <>
          <Button variant="quiet" onClick={() => setIsComparing(true)}>
            {words.look}
          </Button>
          <Button variant="quiet" onClick={use}>
            {words.use({ count })}
          </Button>
        </>
      )}
      {isComparing && (
        <Differences
          onUse={use}
          onKeep={() => decide(() => store.owner.keepTypedBefore({ answers: {}, isTaken: false }))}
          onClose={() => setIsComparing(false)}
        />
      )}
    </div>
  );
}
