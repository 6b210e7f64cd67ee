import type { Db } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { HOUR_MS, SECOND_MS } from '../../time/durations.ts';
import { countFailure, selectBlockedUntil } from './repository.ts';

export {
  deleteFailures as forgetFailures,
  deleteFailuresBefore,
  takeBackFailure,
} from './repository.ts';

/** How many failures are free, and how the wait grows: it doubles with each failure up to the maximum. */
export interface ThrottlePolicy {
  readonly free: number;
  readonly firstWaitS: number;
  readonly maxWaitS: number;
}

/** Failures count no longer an hour after the last one. */
const FORGOTTEN_AFTER_MS = HOUR_MS;

/**
 * Counts a try before it is looked at, so that parallel ones cannot slip through; forgetFailures() takes it back when
 * the try succeeds. Throws too_many with the seconds left while the subject has to wait.
 */
export async function countTry(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<void> {
  const freshBefore = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  if (await countFailure(db, { subject, now, freshBefore, ...policy })) return;
  const until = await selectBlockedUntil(db, subject);
  const left = ((until?.getTime() ?? 0) - now.getTime()) / SECOND_MS;
  throw new ApiError('too_many', { headers: { 'retry-after': String(Math.max(1, Math.ceil(left))) } });
}
