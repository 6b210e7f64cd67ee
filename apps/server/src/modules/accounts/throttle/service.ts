import { type Compilable, type RawBuilder, type Selectable, sql } from 'kysely';
import { keptQuery } from '../../../db/kept-query.ts';
import { sendTogether, sendWithNext } from '../../../db/server-dialect.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { ErrorMessage } from '../../../plugins/error-words.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { HOUR_MS, SECOND_MS } from '../../../process/durations.ts';

/** The number of free failures, and the wait after them, which doubles with each failure up to the maximum. */
export interface ThrottlePolicy {
  readonly free: number;
  readonly firstWaitS: number;
  readonly maxWaitS: number;
}

/** One of a try's counts. Each is made only if the one before was. */
interface CountRule extends ThrottlePolicy {
  /** Such a rule has two subjects. The second is counted once the try's first count has more failures than this. */
  readonly splitAfter?: number;
  /** The try waits like its subject, but is counted only after it has failed, by countFailure(). */
  readonly isCountedLater?: boolean;
}

/** Failures count until an hour after the last one. */
const FORGOTTEN_AFTER_S = HOUR_MS / SECOND_MS;

export interface CountedRow {
  /** For each count; null if its subject has to wait, and for all counts after it. */
  readonly failures: readonly (number | null)[];
}

const tableOf = (index: number) => sql.table(`count_${index}`);

/** Counts one failure of a subject, unless it has to wait. */
function countOf(
  { free, firstWaitS, maxWaitS }: ThrottlePolicy,
  subject: RawBuilder<string>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isFresh = sql`throttle.updated_at < excluded.updated_at - make_interval(secs => ${sql.lit(FORGOTTEN_AFTER_S)})`;
  const doublings = sql`least(20, throttle.failures + 1 - ${sql.lit(free)})`;
  const wait = sql`least(${sql.lit(maxWaitS)}, ${sql.lit(firstWaitS)} * power(2::float8, ${doublings}))`;
  return sql`
    insert into throttle (subject, failures, updated_at) select ${subject}, 1, moment.at from ${from}
    on conflict (subject) do update set
      failures = case when ${isFresh} then 1 else throttle.failures + 1 end,
      blocked_until = case when not ${isFresh} and throttle.failures + 1 >= ${sql.lit(free)}
        then excluded.updated_at + make_interval(secs => ${wait}) end,
      updated_at = excluded.updated_at
    where throttle.blocked_until is null or throttle.blocked_until <= excluded.updated_at
    returning failures`;
}

/** Passes unless its subject has to wait, and counts nothing. */
function passOf(subject: RawBuilder<string>, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 0 as failures from ${from} where not exists (
      select from throttle where throttle.subject = ${subject} and throttle.blocked_until > moment.at)`;
}

/**
 * Makes the query that counts a try under these rules: one subject for each rule, two with splitAfter. One statement locks shared
 * counts only briefly. Each count reads the result of the one before, so that all tries lock their subjects in order, without
 * deadlocks.
 */
function countQuery(
  rules: readonly CountRule[],
): (db: Db, now: Date, ...subjects: readonly string[]) => Compilable<CountedRow> {
  return keptQuery((db: Db, now: Date, ...subjects: readonly string[]) => {
    const remaining = [...subjects];
    const next = () => sql<string>`${remaining.shift()}::text`;
    const counts = rules.map((rule, index) => {
      const subject =
        rule.splitAfter === undefined
          ? next()
          : sql<string>`case when ${tableOf(0)}.failures <= ${sql.lit(rule.splitAfter)} then ${next()} else ${next()} end`;
      const earlier = index === 0 ? [] : [...new Set([0, index - 1])].map(tableOf);
      const from = sql.join([sql`moment`, ...earlier]);
      return sql`${tableOf(index)} as (${rule.isCountedLater ? passOf(subject, from) : countOf(rule, subject, from)})`;
    });
    const results = rules.map((_, index) => sql`(select failures from ${tableOf(index)})`);
    const whole = sql<CountedRow>`with moment as (select ${now}::timestamptz as at), ${sql.join(counts)}
      select array[${sql.join(results)}] as failures`;
    return { compile: () => whole.compile(db) };
  });
}

/** Undoes the newest failure of each subject and the wait that it caused, in the order of countQuery(). */
export async function undoFailures(tx: Tx, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) {
    const query = tx
      .updateTable('throttle')
      .set((eb) => ({ failures: eb('failures', '-', 1), blocked_until: null }))
      .where('subject', '=', subject)
      .where('failures', '>', 0);
    await sendWithNext(tx, query);
  }
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await sendWithNext(db, db.deleteFrom('throttle').where('subject', '=', subject));
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('throttle').where('updated_at', '<', before).execute();
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

/** The subjects of a try: one for each rule, two for a rule with splitAfter. */
type TrySubjects = readonly (string | readonly [within: string, beyond: string])[];

function waitWords(seconds: number): ErrorMessage {
  return seconds > 90
    ? { id: 'too_many_minutes', values: { count: Math.ceil(seconds / 60) } }
    : { id: 'too_many_seconds', values: { count: seconds } };
}

async function tooMany(db: Db, subject: string, now: Date): Promise<ApiError> {
  const row = await db.selectFrom('throttle').select('blocked_until').where('subject', '=', subject).executeTakeFirst();
  const seconds = Math.max(1, Math.ceil(((row?.blocked_until?.getTime() ?? 0) - now.getTime()) / SECOND_MS));
  return new ApiError('too_many', { words: waitWords(seconds), headers: { 'retry-after': String(seconds) } });
}

/** Counts tries under these rules before they are checked, so that parallel tries can't slip through. */
export function tryCounter(rules: readonly CountRule[]) {
  const query = countQuery(rules);
  return {
    /** Counts a try for each subject in turn. Stops at the first subject that is blocked. */
    query: (db: Db, subjects: TrySubjects, now: Date) => query(db, now, ...subjects.flat()),
    /**
     * Reads the row of that query for the same subjects and moment: the failures of each counted subject. If a subject has to wait,
     * undoes the try and throws too_many with the time left.
     */
    read: async (db: Db, subjects: TrySubjects, now: Date, row: CountedRow | undefined) => {
      const counted: { readonly subject: string; readonly failures: number }[] = [];
      for (const [index, oneOrTwo] of subjects.entries()) {
        const isWithin = (counted[0]?.failures ?? 0) <= (rules[index]?.splitAfter ?? 0);
        const subject = typeof oneOrTwo === 'string' ? oneOrTwo : oneOrTwo[isWithin ? 0 : 1];
        const failures = row?.failures[index] ?? null;
        if (failures === null) {
          const error = await tooMany(db, subject, now);
          const earlier = counted.map((item) => item.subject);
          await inTransaction(db, (tx) => undoFailures(tx, earlier));
          throw error;
        }
        if (!rules[index]?.isCountedLater) counted.push({ subject, failures });
      }
      return counted;
    },
  };
}

/** Counts a subject's failed try, unless the subject already has to wait. */
export async function countFailure(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<void> {
  await sendTogether(db, [tryCounter([policy]).query(db, [subject], now)]);
}

/** Counts a subject's try before it is checked. If it succeeds, undo it with forgetFailures(). Throws too_many. */
export async function countTry(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<void> {
  const counter = tryCounter([policy]);
  const [[row]] = await sendTogether(db, [counter.query(db, [subject], now)]);
  await counter.read(db, [subject], now, row);
}
