import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db } from '../../../db/transaction.ts';
import type { AddCalls } from '../../../plugins/call-limiter.ts';
import { addCalls } from './repository.ts';

export { deleteCallsBefore, forgetCalls, listCalls } from './repository.ts';

/**
 * Adds calls up in the database, so that a limit is the same however many web servers share it, and goes by one clock: a
 * window that a server whose clock is ahead has begun would last that much longer for the others.
 */
export function sharedCallCount(db: Db, databaseClock: DatabaseClock): AddCalls {
  return (subject, calls, windowMs) => addCalls(db, { subject, calls, windowMs, now: databaseClock() });
}
