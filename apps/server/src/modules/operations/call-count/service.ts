import { type Selectable, sql } from 'kysely';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { AddCalls } from '../../../plugins/call-limiter.ts';

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

export async function deleteCallsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('call_count').where('started_at', '<', before).execute();
}

export function listCalls(db: Db, subjects: readonly string[]): Promise<readonly Selectable<Database['call_count']>[]> {
  if (subjects.length === 0) return Promise.resolve([]);
  return db.selectFrom('call_count').selectAll().where('subject', 'in', subjects).execute();
}

export async function forgetCalls(tx: Tx, subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await tx.deleteFrom('call_count').where('subject', 'in', subjects).execute();
}
