import { askStorage, type TabStorage } from '../answers/tab-storage.ts';
import type { SnapshotStore } from './snapshot.ts';

const KEY = 'firstyear.applicant';

/**
 * Remembers for this tab whose open application it shows, so that a reload without a connection knows whose unsaved
 * answers these are. Gone with the session: who logs out, or is logged out, leaves no name behind.
 */
export interface TabApplicant {
  /** null: nobody's, or not known. */
  readonly username: () => string | null;
}

/** storage: that of the tab; null where it is blocked. */
export function createTabApplicant(
  storage: TabStorage | null,
  snapshot: Pick<SnapshotStore, 'get' | 'subscribe'>,
): TabApplicant {
  const follow = () => {
    const { is_logged_in, username, web_status } = snapshot.get();
    // Where it is full or blocked, a reload without a connection shows nobody's form.
    if (!is_logged_in || web_status === 'submitted') askStorage(storage, (of) => of.removeItem(KEY));
    else if (username !== '') askStorage(storage, (of) => of.setItem(KEY, username));
  };
  follow();
  snapshot.subscribe(follow);
  return {
    username: () => askStorage(storage, (of) => of.getItem(KEY)) ?? null,
  };
}
