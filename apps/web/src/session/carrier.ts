import { askStorage, type TabStorage } from '../answers/tab-storage.ts';
import type { NavigationState } from './navigation-state.ts';

const USERNAME_KEY = 'firstyear.carried-username';

/**
 * Keeps what a navigation carries about a person in the tab's storage: history entries stay when somebody logs out,
 * and Back would show them to the next person at the same computer. Where a browser blocks the storage, the entry is
 * the only place.
 */
export interface Carrier {
  /** What of this state may go into the history entry. Typed answers are in the tab's storage already. */
  readonly unload: (state: NavigationState) => NavigationState;
  /** The address of the account that the latest navigation carried. */
  readonly username: () => string | undefined;
}

/** storage: that of the tab; null where it is blocked. */
export function createCarrier(storage: TabStorage | null): Carrier {
  return {
    unload: (state) => {
      if (!storage) return state;
      const { answers: _, username, ...rest } = state;
      askStorage(storage, (to) =>
        username === undefined ? to.removeItem(USERNAME_KEY) : to.setItem(USERNAME_KEY, username),
      );
      return rest;
    },
    username: () => askStorage(storage, (from) => from.getItem(USERNAME_KEY)) ?? undefined,
  };
}
