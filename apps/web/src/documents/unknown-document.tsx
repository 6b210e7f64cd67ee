import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { useState } from 'react';
import styles from './document-input.module.css';
import type { DocumentState } from './use-document.ts';

/** Where it could not be found out whether there is a file: why, and a button that asks again. */
export function UnknownDocument({
  state: { reason, isAsking, ask },
  onAttention,
}: {
  readonly state: Extract<DocumentState, { readonly step: 'unknown' }>;
  /** Told whether the focus is on the button. What takes it away together with the button is not told. */
  readonly onAttention: (hasFocus: boolean) => void;
}) {
  const words = useWords(documents);
  // The last one is shown until the next is known.
  const [shown, setShown] = useState(reason);
  if (reason !== undefined && reason !== shown) setShown(reason);
  return (
    <>
      <p className={styles.line}>
        <span role="alert">{words.unknown}</span> {shown}
      </p>
      <Button
        variant="secondary"
        busy={isAsking}
        onClick={ask}
        onFocus={() => onAttention(true)}
        onBlur={({ relatedTarget }) => relatedTarget && onAttention(false)}
      >
        {words.retry}
      </Button>
    </>
  );
}
