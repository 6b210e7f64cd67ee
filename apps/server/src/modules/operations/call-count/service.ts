import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db } from '../../../db/transaction.ts';
import type { AddCalls } from '../../../plugins/call-limiter.ts';
import { addCalls } from './repository.ts';

export { deleteCallsBefore, forgetCalls, listCalls } from './repository.ts';

/**
 * Counts calls in the database, so that several web servers share a limit, and by the database's clock: a window begun by a
 * server whose clock is ahead would last that much longer for the others.
 */
export function sharedCallCount(db: Db, databaseClock: DatabaseClock): AddCalls {
  return (subject, calls, windowMs) => addCalls(db, { subject, calls, windowMs, now: databaseClock() });
}
