import type { Compilable } from 'kysely';
import { sendTogether } from '../../../db/server-dialect.ts';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { ErrorMessage } from '../../../plugins/error-words.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { SECOND_MS } from '../../../time/durations.ts';
import {
  type CountedRow,
  type CountRule,
  countQuery,
  selectBlockedUntil,
  type ThrottlePolicy,
  takeBackFailures,
} from './repository.ts';

export {
  deleteFailuresBefore,
  forgetAddress,
  forgetFailures,
  listFailures,
  type ThrottlePolicy,
  takeBackFailures,
} from './repository.ts';

/** What a try counts: a subject for each rule, and two for a rule with splitAfter. */
export type TrySubjects = readonly (string | readonly [within: string, beyond: string])[];

/** A subject that a try was counted at, and how many failures there are with it. */
export interface CountedSubject {
  readonly subject: string;
  readonly failures: number;
}

/** Counts tries before they are checked, so that parallel tries cannot slip through. */
export interface TryCounter {
  /** Counts a try at its subjects, in their order, up to the first that must wait. */
  query(db: Db, subjects: TrySubjects, now: Date): Compilable<CountedRow>;
  /**
   * Reads what that query returned, with the same subjects and moment. Throws too_many, which says how long, when one of them
   * has to wait; the try is taken back then at those before it.
   */
  read(db: Db, subjects: TrySubjects, now: Date, row: CountedRow | undefined): Promise<readonly CountedSubject[]>;
}

function waitWords(seconds: number): ErrorMessage {
  return seconds > 90
    ? { id: 'too_many_minutes', values: { count: Math.ceil(seconds / 60) } }
    : { id: 'too_many_seconds', values: { count: seconds } };
}

async function tooMany(db: Db, subject: string, now: Date): Promise<ApiError> {
  const until = await selectBlockedUntil(db, subject);
  const seconds = Math.max(1, Math.ceil(((until?.getTime() ?? 0) - now.getTime()) / SECOND_MS));
  return new ApiError('too_many', { words: waitWords(seconds), headers: { 'retry-after': String(seconds) } });
}

/** Makes what counts tries under these rules. */
export function tryCounter(rules: readonly CountRule[]): TryCounter {
  const query = countQuery(rules);
  return {
    query: (db, subjects, now) => query(db, now, ...subjects.flat()),
    read: async (db, subjects, now, row) => {
      const counted: CountedSubject[] = [];
      for (const [place, one] of subjects.entries()) {
        const isWithin = (counted[0]?.failures ?? 0) <= (rules[place]?.splitAfter ?? 0);
        const subject = typeof one === 'string' ? one : one[isWithin ? 0 : 1];
        const failures = row?.failures[place] ?? null;
        if (failures === null) {
          const error = await tooMany(db, subject, now);
          const earlier = counted.map((item) => item.subject);
          await inTransaction(db, (tx) => takeBackFailures(tx, earlier));
          throw error;
        }
        if (!rules[place]?.isCountedLater) counted.push({ subject, failures });
      }
      return counted;
    },
  };
}

/** Counts a try that has failed at a subject, unless the subject has to wait by now. */
export async function countFailure(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<void> {
  await sendTogether(db, [tryCounter([policy]).query(db, [subject], now)]);
}

/**
 * Counts a try at one subject before it is checked; forgetFailures() takes it back when the try succeeds. Returns how many
 * failures there are. Throws too_many while the subject has to wait.
 */
export async function countTry(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<number> {
  const counter = tryCounter([policy]);
  const [[row]] = await sendTogether(db, [counter.query(db, [subject], now)]);
  const [counted] = await counter.read(db, [subject], now, row);
  return counted?.failures ?? 0;
}
