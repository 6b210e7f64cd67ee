import { askStorage, type TabStorage } from '../answers/tab-storage.ts';

const KEY = 'firstyear.unfinished-logout';

/**
 * Remembers in this browser that somebody asked to be logged out until the server says that it is done, so that a logout
 * without a response is carried out later. Names nobody.
 */
export interface UnfinishedLogout {
  readonly isPending: () => boolean;
  readonly remember: () => void;
  readonly forget: () => void;
}

/** storage: the browser's own, which its tabs share; where it is blocked, this page alone remembers. */
export function createUnfinishedLogout(storage: TabStorage | null): UnfinishedLogout {
  let isPendingHere = false;
  return {
    // Checked each time: another tab may have finished it, or somebody may have logged in there.
    isPending: () => askStorage(storage, (of) => of.getItem(KEY) !== null) ?? isPendingHere,
    remember: () => {
      isPendingHere = true;
      askStorage(storage, (to) => to.setItem(KEY, '1'));
    },
    forget: () => {
      isPendingHere = false;
      askStorage(storage, (to) => to.removeItem(KEY));
    },
  };
}
