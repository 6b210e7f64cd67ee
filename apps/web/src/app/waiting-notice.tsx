import { useValue } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { useSyncExternalStore } from 'react';
import { isWaitingForConnection, subscribeToWaiting } from '../api/load-part.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import styles from './waiting-notice.module.css';

/**
 * Says that the page navigated to, or a save, waits for the connection or for a server that is busy. No toast: the
 * script of those may be missing, too.
 */
export function WaitingNotice() {
  const isWaiting = useSyncExternalStore(subscribeToWaiting, isWaitingForConnection, isWaitingForConnection);
  const load = useApplicationLoad();
  const isPartial = useValue(load.isPartial);
  const putOff = useValue(load.putOff);
  const words = useWords(app);
  return (
    <div role="status">
      {(isWaiting || isPartial || putOff) && (
        <p className={styles.notice}>
          <strong>{putOff ? words[putOff] : words.offline.title}</strong> {putOff ? words.kept : words.offline.text}{' '}
          {isPartial && words.offline.saved}
        </p>
      )}
    </div>
  );
}
