import { type Selectable, sql } from 'kysely';
import type { FailureLimit } from '../../../config/limits.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { ErrorMessage } from '../../../plugins/error-words.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { HOUR_MS, SECOND_MS } from '../../../process/durations.ts';

/** Failures count until an hour after the last one. */
const FORGOTTEN_AFTER_S = HOUR_MS / SECOND_MS;

function waitWords(seconds: number): ErrorMessage {
  return seconds > 90
    ? { id: 'too_many_minutes', values: { count: Math.ceil(seconds / 60) } }
    : { id: 'too_many_seconds', values: { count: seconds } };
}

/** Throws too_many, with the time left, while a subject has to wait. */
export async function refuseWhileWaiting(db: Db, subject: string, now: Date): Promise<void> {
  const row = await db.selectFrom('throttle').select('blocked_until').where('subject', '=', subject).executeTakeFirst();
  const leftMs = (row?.blocked_until?.getTime() ?? 0) - now.getTime();
  if (leftMs <= 0) return;
  const seconds = Math.ceil(leftMs / SECOND_MS);
  throw new ApiError('too_many', { words: waitWords(seconds), headers: { 'retry-after': String(seconds) } });
}

/**
 * Counts one failure of a subject and returns all that count; undefined if the subject has to wait. A try is counted before it is
 * checked, so that parallel tries can't slip through.
 */
export async function countFailure(
  db: Db,
  subject: string,
  { free, firstWaitS, maxWaitS }: FailureLimit,
  now: Date,
): Promise<number | undefined> {
  const isFresh = sql`throttle.updated_at < excluded.updated_at - make_interval(secs => ${FORGOTTEN_AFTER_S})`;
  const wait = sql`least(${maxWaitS}::float8, ${firstWaitS} * power(2::float8, least(20, throttle.failures + 1 - ${free}::int)))`;
  const row = await db
    .insertInto('throttle')
    .values({ subject, failures: 1, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures: sql<number>`case when ${isFresh} then 1 else throttle.failures + 1 end`,
          blocked_until: sql<Date | null>`case when not ${isFresh} and throttle.failures + 1 >= ${free}
            then excluded.updated_at + make_interval(secs => ${wait}) end`,
          updated_at: now,
        })
        .where(sql<boolean>`coalesce(throttle.blocked_until <= excluded.updated_at, true)`),
    )
    .returning('failures')
    .executeTakeFirst();
  return row?.failures;
}

/** Counts a try that is checked next, and returns the failures. If it succeeds, undo it. Throws too_many while the subject has to wait. */
export async function countTry(db: Db, subject: string, limit: FailureLimit, now: Date): Promise<number> {
  const failures = await countFailure(db, subject, limit, now);
  if (failures !== undefined) return failures;
  await refuseWhileWaiting(db, subject, now);
  // The wait has been undone since.
  return countTry(db, subject, limit, now);
}

/** Undoes the newest failure of a subject and the wait that it caused. Last in a transaction, since it locks a shared count. */
export async function undoFailure(tx: Tx, subject: string): Promise<void> {
  await tx
    .updateTable('throttle')
    .set((eb) => ({ failures: eb('failures', '-', 1), blocked_until: null }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute();
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject).execute();
}

/** A subject names an address between colons or at its end: "login:ada@mail.example:192.0.2.1". */
const namesAddress = (email: string) => sql<boolean>`position(${`:${email}:`} in throttle.subject || ':') > 0`;

export function listFailures(db: Db, email: string): Promise<readonly Selectable<Database['throttle']>[]> {
  return db.selectFrom('throttle').selectAll().where(namesAddress(email)).orderBy('subject').execute();
}

/**
 * Deletes every count that names an address, from any network. Locks them in the order of a login ("login:", "login-address:" with
 * "all" last), to avoid a deadlock with a login.
 */
export async function forgetAddress(tx: Tx, email: string): Promise<void> {
  const locked = tx
    .selectFrom('throttle')
    .select('subject')
    .where(namesAddress(email))
    .orderBy(sql`subject collate "C"`, 'desc')
    .forUpdate();
  await tx.deleteFrom('throttle').where('subject', 'in', locked).execute();
}
