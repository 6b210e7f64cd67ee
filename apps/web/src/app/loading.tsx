import { Spinner } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { useEffect, useState } from 'react';
import styles from './loading.module.css';

/** Most loads are over before this, and a spinner that flashes only disturbs. */
const QUIET_MS = 400;

export function LoadingPage() {
  const words = useWords(app);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.page}>
      <div role="status">
        {isSlow && (
          <>
            <Spinner large />
            <h1 className={styles.words}>{words.loading}</h1>
          </>
        )}
      </div>
    </main>
  );
}
