import { AsyncLocalStorage } from 'node:async_hooks';

/** Who a call is for, when calls take turns: an account, or a network where nobody is logged in. */
export interface Party {
  name: string;
}

const current = new AsyncLocalStorage<Party>();

/** Runs `work`, and all that it begins, for a party. */
export function runFor(party: Party, work: () => void): void {
  current.run(party, work);
}

/** The party of the call that runs now; the server's own work is one too. */
export function currentParty(): Party {
  return current.getStore() ?? { name: '' };
}
