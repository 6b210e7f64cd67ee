import type { Db } from '../../db/transaction.ts';
import type { AddCalls } from '../../plugins/call-limiter.ts';
import { addCalls } from './repository.ts';

export { deleteCallsBefore, deleteCallsOf as forgetCalls, selectCallsOf as listCalls } from './repository.ts';

/** Adds calls up in the database, so that a limit is the same however many web servers share it. */
export function sharedCallCount(db: Db, clock: () => Date): AddCalls {
  return (subject, calls, windowMs) => {
    const now = clock();
    return addCalls(db, { subject, calls, now, overBefore: new Date(now.getTime() - windowMs) });
  };
}
