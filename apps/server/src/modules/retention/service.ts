import type { Db } from '../../db/transaction.ts';
import { DAY_MS } from '../../time/durations.ts';
import { deleteOldFailedLogins } from '../audit/service.ts';
import { deleteCallsBefore } from '../call-count/service.ts';
import { deleteConversionRuns } from '../documents/service.ts';
import { deleteExpiredResets } from '../identity/service.ts';
import { deleteSentMail, dropUselessTexts } from '../mail/service.ts';
import { deleteSessionsBefore } from '../session/service.ts';
import { deleteFailuresBefore } from '../throttle/service.ts';

const KEEP_EXPIRED_MS = DAY_MS;
const KEEP_SENT_MAIL_MS = 30 * DAY_MS;
const KEEP_RUNS_MS = 30 * DAY_MS;

/**
 * Deletes what can not be used any more, most of which names people: sessions, waits, counts of calls and reset links after a day, sent
 * mail and how conversions ended after 30 days. Of mail that was never sent the text goes when it is of no use, and the rest stays. Unconfirmed sign-ups and expired links go when the next of them is
 * made. Failed logins at addresses without an account leave the audit trail after 30 days. Applications, submissions,
 * documents and the rest of the trail are not here: how long they are kept is the university's decision. May run in several workers at once, as often as it likes.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_EXPIRED_MS);
  await deleteSessionsBefore(db, before);
  await deleteFailuresBefore(db, before);
  await deleteCallsBefore(db, before);
  await deleteExpiredResets(db, before);
  await deleteConversionRuns(db, new Date(now.getTime() - KEEP_RUNS_MS));
  await deleteOldFailedLogins(db);
  await dropUselessTexts(db, now);
  await deleteSentMail(db, new Date(now.getTime() - KEEP_SENT_MAIL_MS));
}
