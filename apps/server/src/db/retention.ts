import { DAY_MS } from '../time/durations.ts';
import type { Db } from './transaction.ts';

/**
 * What is over is forgotten these many days later: none of it can be used any more, and most of it names people.
 * Unconfirmed sign-ups and expired links go when the next of them is made. Applications, submissions, documents and the
 * audit trail are not here: how long they are kept is the university's decision.
 */
const FORGOTTEN_AFTER_DAYS = [
  { table: 'session', column: 'last_seen_at', days: 1 },
  { table: 'throttle', column: 'updated_at', days: 1 },
  { table: 'password_reset', column: 'expires_at', days: 1 },
  { table: 'mail_outbox', column: 'sent_at', days: 30 },
] as const;

/** Deletes what is over. Mail that was never sent stays. May run in several workers at once, as often as it likes. */
export async function forgetWhatIsOver(db: Db, now: Date): Promise<void> {
  const { ref } = db.dynamic;
  for (const { table, column, days } of FORGOTTEN_AFTER_DAYS) {
    const before = new Date(now.getTime() - days * DAY_MS);
    await db.deleteFrom(table).where(ref(column), '<', before).execute();
  }
}
