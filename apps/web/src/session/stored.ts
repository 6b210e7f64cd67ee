import { storedText, type TabStorage, withStorage } from '@firstyear/ui/storage.ts';
import type { NavigationState } from './navigation.ts';
import type { SnapshotStore } from './snapshot.ts';

/** The entry of the last activity: a time and nothing else, shared by all tabs, so that work in one keeps all alive (AMB-088). */
export const LAST_ACTIVITY_KEY = 'firstyear.last-activity';

/** Removes the shared time of the last activity: nobody is logged in any more. */
export function forgetActivity(storage: Pick<TabStorage, 'removeItem'> | null): void {
  withStorage(storage, (of) => of.removeItem(LAST_ACTIVITY_KEY));
}

/**
 * Keeps the personal part of a navigation's state in the tab's storage: history entries outlive a logout, and Back would
 * show them to the next person at the same computer. Where the browser blocks the storage, the entry is the only place.
 */
export function createCarrier(storage: TabStorage | null) {
  const stored = storedText(storage, 'firstyear.carried-username');
  return {
    /** The part of the state that may go into the history entry. Typed answers are in the tab's storage already. */
    unload: (state: NavigationState): NavigationState => {
      if (!storage) return state;
      const { answers: _, username, ...rest } = state;
      stored.write(username ?? null);
      return rest;
    },
    /** The username that the latest navigation carried. */
    username: () => stored.read() ?? undefined,
  };
}
export type Carrier = ReturnType<typeof createCarrier>;

/**
 * Remembers whose open application this tab shows, so that a reload without a connection knows whose unsaved answers
 * these are. Forgotten when the session ends, so that no name stays behind.
 */
export function createTabApplicant(storage: TabStorage | null, snapshot: Pick<SnapshotStore, 'get' | 'subscribe'>) {
  const stored = storedText(storage, 'firstyear.applicant');
  const follow = () => {
    const { is_logged_in, username, web_status } = snapshot.get();
    if (!is_logged_in || web_status === 'submitted') stored.write(null);
    else if (username !== '') stored.write(username);
  };
  follow();
  snapshot.subscribe(follow);
  return {
    /** null: nobody's, or not known. */
    username: () => stored.read() ?? null,
  };
}
export type TabApplicant = ReturnType<typeof createTabApplicant>;

/**
 * Remembers in this browser that somebody has asked to be logged out until the server confirms it, so that a logout
 * without a response is carried out later. Names nobody. storage: the browser's own; where it is blocked, this page alone
 * remembers.
 */
export function createUnfinishedLogout(storage: TabStorage | null) {
  const stored = storedText(storage, 'firstyear.unfinished-logout');
  let isPendingHere = false;
  return {
    // Read each time: another tab may have finished it, or somebody may have logged in there.
    isPending: () => {
      const kept = stored.read();
      return kept === undefined ? isPendingHere : kept !== null;
    },
    remember: () => {
      isPendingHere = true;
      stored.write('1');
    },
    forget: () => {
      isPendingHere = false;
      stored.write(null);
    },
  };
}
export type UnfinishedLogout = ReturnType<typeof createUnfinishedLogout>;
