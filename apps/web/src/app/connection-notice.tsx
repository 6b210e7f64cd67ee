import { useSyncExternalStore } from 'react';
import { isWaitingForConnection, subscribeToWaiting } from '../api/load-part.ts';
import { shellText } from '../text/shell.ts';
import styles from './connection-notice.module.css';

/** Says that the page gone to waits for the connection. No toast: the script of those may be missing, too. */
export function ConnectionNotice() {
  const isWaiting = useSyncExternalStore(subscribeToWaiting, isWaitingForConnection, isWaitingForConnection);
  return (
    <div role="status">
      {isWaiting && (
        <p className={styles.notice}>
          <strong>{shellText.offline.title}</strong> {shellText.offline.text}
        </p>
      )}
    </div>
  );
}
