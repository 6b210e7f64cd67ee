import type { Db } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { HOUR_MS, SECOND_MS } from '../../time/durations.ts';
import { countFailure, selectBlockedUntil } from './repository.ts';

export {
  deleteFailures as forgetFailures,
  deleteFailuresBefore,
  deleteFailuresOf as forgetAddress,
  selectFailuresOf as listFailures,
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

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds > 90) return `${minutes} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/**
 * Counts a try before it is looked at, so that parallel ones cannot slip through; forgetFailures() takes it back when
 * the try succeeds. Returns how many failures there are. Throws too_many, which says how long, while the subject has to
 * wait.
 */
export async function countTry(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<number> {
  const freshBefore = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  const failures = await countFailure(db, { subject, now, freshBefore, ...policy });
  if (failures !== undefined) return failures;
  const until = await selectBlockedUntil(db, subject);
  const seconds = Math.max(1, Math.ceil(((until?.getTime() ?? 0) - now.getTime()) / SECOND_MS));
  const message = `There were too many attempts. Please wait ${describeWait(seconds)} and try again.`;
  throw new ApiError('too_many', { message, headers: { 'retry-after': String(seconds) } });
}
