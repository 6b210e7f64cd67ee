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
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  snapshot: Pick<SnapshotStore, 'get' | 'subscribe'>,
): TabApplicant {
  const follow = () => {
    const { is_logged_in, username, web_status } = snapshot.get();
    try {
      if (!is_logged_in || web_status === 'submitted') storage?.removeItem(KEY);
      else if (username !== '') storage?.setItem(KEY, username);
    } catch {
      // Full or blocked: then a reload without a connection shows nobody's form.
    }
  };
  follow();
  snapshot.subscribe(follow);
  return {
    username: () => {
      try {
        return storage?.getItem(KEY) ?? null;
      } catch {
        return null;
      }
    },
  };
}
