import { AsyncLocalStorage } from 'node:async_hooks';

/** The account that a call is for, or its network without a login: calls of different parties take turns. */
export interface Party {
  name: string;
}

const current = new AsyncLocalStorage<Party>();

/** Runs `work`, and everything that it starts, for a party. */
export function runFor(party: Party, work: () => void): void {
  current.run(party, work);
}

/** The party of the current call; the server's own work has one too. */
export function currentParty(): Party {
  return current.getStore() ?? { name: '' };
}
