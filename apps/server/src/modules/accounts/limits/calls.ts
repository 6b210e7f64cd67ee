import { sql } from 'kysely';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db } from '../../../db/transaction.ts';
import { ApiError, isDatabaseGone } from '../../../plugins/errors.ts';
import type { LimitCalls } from '../../../plugins/rate-limits.ts';
import { SECOND_MS } from '../../../process/durations.ts';

/** Adds calls to the count that all web servers share for a subject, and returns the sum and the age of its window. */
type AddCalls = (
  subject: string,
  calls: number,
  windowMs: number,
) => Promise<{ readonly calls: number; readonly ageMs: number }>;

interface Count {
  /** By this server's clock. */
  startedAt: number;
  /** Calls of all web servers, as far as this one knows. */
  known: number;
  /** Calls not yet shared with the other servers. */
  pending: number;
}

/** A server shares its count after each twentieth of a limit; two servers can exceed the limit by that much. */
const PARTS = 20;
const MAX_SUBJECTS = 20_000;

/**
 * Rate limits that hold across web servers. Each server counts in memory and shares its count after each twentieth of the
 * limit, so ordinary use costs the database nothing, and calls beyond the limit are refused from memory. While the database
 * is away, each server counts alone.
 */
export function callLimiter(addCalls: AddCalls, clock: () => Date): LimitCalls {
  const counts = new Map<string, Count>();

  const countOf = (subject: string, windowMs: number): Count => {
    const now = clock().getTime();
    const kept = counts.get(subject);
    // The absolute value, since the clock may have been set back.
    if (kept && Math.abs(now - kept.startedAt) < windowMs) return kept;
    // Oldest first, since a new window puts its subject at the end.
    const [oldest] = counts.keys();
    if (oldest !== undefined && counts.size >= MAX_SUBJECTS) counts.delete(oldest);
    const fresh: Count = { startedAt: now, known: 0, pending: 0 };
    counts.delete(subject);
    counts.set(subject, fresh);
    return fresh;
  };

  const share = async (subject: string, count: Count, windowMs: number): Promise<void> => {
    const calls = count.pending;
    count.pending = 0;
    count.known += calls;
    try {
      const sum = await addCalls(subject, calls, windowMs);
      count.known = Math.max(count.known, sum.calls);
      count.startedAt = clock().getTime() - sum.ageMs;
    } catch (error) {
      if (!isDatabaseGone(error)) throw error;
    }
  };

  return async (subject, { max, windowMs }) => {
    const count = countOf(subject, windowMs);
    if (count.known < max) {
      count.pending += 1;
      if (count.pending >= max / PARTS) await share(subject, count, windowMs);
      if (count.known + count.pending <= max) return;
    }
    const left = Math.ceil((count.startedAt + windowMs - clock().getTime()) / SECOND_MS);
    throw new ApiError('too_many', { headers: { 'retry-after': String(Math.max(1, left)) } });
  };
}

/**
 * Counts calls in the database, so that several web servers share a limit, and by the database's clock: a window begun by a
 * server whose clock is ahead would last that much longer for the others. One statement adds the calls; an older count restarts.
 */
export function sharedCallCount(db: Db, databaseClock: DatabaseClock): AddCalls {
  return async (subject, calls, windowMs) => {
    const now = databaseClock();
    const ageMs = sql<number>`(extract(epoch from ${now} - call_count.started_at) * 1000)::float8`;
    // The absolute value, since the database's clock may have been set back.
    const isOver = sql<boolean>`abs(${ageMs}) >= ${windowMs}::float8`;
    const row = await db
      .insertInto('call_count')
      .values({ subject, calls, started_at: now })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          calls: sql<number>`case when ${isOver} then excluded.calls else call_count.calls + excluded.calls end`,
          started_at: sql<Date>`case when ${isOver} then excluded.started_at else call_count.started_at end`,
        }),
      )
      .returning(['calls', ageMs.as('age_ms')])
      .executeTakeFirstOrThrow();
    return { calls: row.calls, ageMs: row.age_ms };
  };
}
