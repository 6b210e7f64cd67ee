import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { HOUR_MS } from '../../time/durations.ts';

/** How many failures are free, and how the wait grows: 10 s, 20 s, 40 s … up to 15 minutes. */
export interface ThrottlePolicy {
  readonly free: number;
  readonly firstWaitS: number;
  readonly longestWaitS: number;
}

/** Failures are forgotten an hour after the last one. */
const FORGOTTEN_AFTER_MS = HOUR_MS;

/**
 * Counts a try before it is looked at, so that parallel ones cannot slip through; forgetFailures() takes it back when
 * the try succeeds. Throws too_many with the seconds left while the subject has to wait.
 */
export async function countTry(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  const fresh = sql<boolean>`throttle.updated_at < ${forgotten}`;
  const failures = sql<number>`case when ${fresh} then 1 else throttle.failures + 1 end`;
  const wait = sql`least(${policy.longestWaitS}::float8, ${policy.firstWaitS}::float8 * power(2, least(20, throttle.failures + 1 - ${policy.free}::int)))`;
  const counted = await db
    .insertInto('throttle')
    .values({ subject, failures: 1, blocked_until: null, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures,
          blocked_until: sql<Date | null>`case when not ${fresh} and throttle.failures + 1 >= ${policy.free}::int then ${now}::timestamptz + make_interval(secs => ${wait}) end`,
          updated_at: now,
        })
        .where((eb) => eb.or([eb('throttle.blocked_until', 'is', null), eb('throttle.blocked_until', '<=', now)])),
    )
    .returning('subject')
    .executeTakeFirst();
  if (counted !== undefined) return;
  const row = await db.selectFrom('throttle').select('blocked_until').where('subject', '=', subject).executeTakeFirst();
  const left = ((row?.blocked_until?.getTime() ?? 0) - now.getTime()) / 1000;
  throw new ApiError('too_many', { headers: { 'retry-after': String(Math.max(1, Math.ceil(left))) } });
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject).execute();
}

/** Forgets every subject that begins so. */
export async function forgetFailuresUnder(db: Db, prefix: string): Promise<void> {
  await db.deleteFrom('throttle').where(sql<boolean>`starts_with(subject, ${prefix})`).execute();
}
