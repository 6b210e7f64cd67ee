import { useSyncExternalStore } from 'react';
import { isWaitingForConnection, subscribeToWaiting } from '../api/load-part.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import { shellText } from '../text/shell.ts';
import { useValue } from '../ui/value-store.ts';
import styles from './connection-notice.module.css';

/** Says that the page gone to, or what is saved, waits for the connection. No toast: the script of those may be missing, too. */
export function ConnectionNotice() {
  const isWaiting = useSyncExternalStore(subscribeToWaiting, isWaitingForConnection, isWaitingForConnection);
  const isPartial = useValue(useApplicationLoad().isPartial);
  const { title, text, saved } = shellText.offline;
  return (
    <div role="status">
      {(isWaiting || isPartial) && (
        <p className={styles.notice}>
          <strong>{title}</strong> {text} {isPartial && saved}
        </p>
      )}
    </div>
  );
}
