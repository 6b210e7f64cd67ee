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

/** The subjects of a try: one for each rule, two for a rule with splitAfter. */
type TrySubjects = readonly (string | readonly [within: string, beyond: string])[];

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

/** Counts tries under these rules before they are checked, so that parallel tries can't slip through. */
export function tryCounter(rules: readonly CountRule[]) {
  const query = countQuery(rules);
  return {
    /** Counts a try at its subjects, in their order, up to the first that must wait. */
    query: (db: Db, subjects: TrySubjects, now: Date) => query(db, now, ...subjects.flat()),
    /**
     * Reads the row of that query for the same subjects and moment: the failures of each subject that was counted. Takes the try back
     * and throws too_many, which says how long, when a subject has to wait.
     */
    read: async (db: Db, subjects: TrySubjects, now: Date, row: CountedRow | undefined) => {
      const counted: { readonly subject: string; readonly failures: number }[] = [];
      for (const [place, ofRule] of subjects.entries()) {
        const isWithin = (counted[0]?.failures ?? 0) <= (rules[place]?.splitAfter ?? 0);
        const subject = typeof ofRule === 'string' ? ofRule : ofRule[isWithin ? 0 : 1];
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

/** Counts a failed try at a subject, unless the subject has to wait by now. */
export async function countFailure(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<void> {
  await sendTogether(db, [tryCounter([policy]).query(db, [subject], now)]);
}

/** Counts a try at one subject before it is checked; undo with forgetFailures() when it succeeds. Throws too_many. */
export async function countTry(db: Db, subject: string, policy: ThrottlePolicy, now: Date): Promise<void> {
  const counter = tryCounter([policy]);
  const [[row]] = await sendTogether(db, [counter.query(db, [subject], now)]);
  await counter.read(db, [subject], now, row);
}
