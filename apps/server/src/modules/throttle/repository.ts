import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';

/** How failures are counted: see ThrottlePolicy. */
interface Count {
  readonly subject: string;
  readonly now: Date;
  /** A count that was last touched before this begins anew. */
  readonly freshBefore: Date;
  readonly free: number;
  readonly firstWaitS: number;
  readonly maxWaitS: number;
}

/** Counts one failure in a single statement and returns how many there are; nothing while the subject has to wait. */
export async function countFailure(db: Db, count: Count): Promise<number | undefined> {
  const { subject, now, freshBefore, free, firstWaitS, maxWaitS } = count;
  const isFresh = sql<boolean>`throttle.updated_at < ${freshBefore}`;
  const failures = sql<number>`case when ${isFresh} then 1 else throttle.failures + 1 end`;
  const wait = sql`least(${maxWaitS}::float8, ${firstWaitS}::float8 * power(2, least(20, throttle.failures + 1 - ${free}::int)))`;
  const counted = await db
    .insertInto('throttle')
    .values({ subject, failures: 1, blocked_until: null, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures,
          blocked_until: sql<Date | null>`case when not ${isFresh} and throttle.failures + 1 >= ${free}::int then ${now}::timestamptz + make_interval(secs => ${wait}) end`,
          updated_at: now,
        })
        .where((eb) => eb.or([eb('throttle.blocked_until', 'is', null), eb('throttle.blocked_until', '<=', now)])),
    )
    .returning('failures')
    .executeTakeFirst();
  return counted?.failures;
}

/** Takes the newest failure of a subject back, with the wait that it caused. */
export async function takeBackFailure(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('throttle')
    .set((eb) => ({ failures: eb('failures', '-', 1), blocked_until: null }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute();
}

export async function selectBlockedUntil(db: Db, subject: string): Promise<Date | null> {
  const row = await db.selectFrom('throttle').select('blocked_until').where('subject', '=', subject).executeTakeFirst();
  return row?.blocked_until ?? null;
}

export async function deleteFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject).execute();
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('throttle').where('updated_at', '<', before).execute();
}

/** A subject names an address between colons or at its end: "login:ada@mail.example:192.0.2.1". */
const namesAddress = (email: string) => sql<boolean>`position(${`:${email}:`} in throttle.subject || ':') > 0`;

export function selectFailuresOf(db: Db, email: string): Promise<readonly Selectable<Database['throttle']>[]> {
  return db.selectFrom('throttle').selectAll().where(namesAddress(email)).orderBy('subject').execute();
}

/** Deletes every count that names an address, from whatever network. */
export async function deleteFailuresOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('throttle').where(namesAddress(email)).execute();
}
