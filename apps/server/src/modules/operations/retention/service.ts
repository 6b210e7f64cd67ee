import type { Db } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../time/durations.ts';
import {
  deleteConfirmedSignups,
  deleteEmailChanges,
  deleteExpiredResets,
  deletePendingSignupsBefore,
} from '../../accounts/identity/service.ts';
import { deleteSessionsBefore } from '../../accounts/session/service.ts';
import { deleteExpiredOfStaff } from '../../accounts/staff/service.ts';
import { deleteFailuresBefore } from '../../accounts/throttle/service.ts';
import { deleteConversionRuns } from '../../documents/uploads/service.ts';
import { deleteOldFailedLogins } from '../../office/audit/service.ts';
import { deleteSentMail, dropUselessTexts } from '../../reference/mail/service.ts';
import { deleteCallsBefore } from '../call-count/service.ts';

const KEEP_EXPIRED_MS = DAY_MS;
const KEEP_SENT_MAIL_MS = 30 * DAY_MS;
/** With its password. */
const KEEP_PENDING_SIGNUPS_MS = 7 * DAY_MS;
/** As long as the mails that tell of them. */
const KEEP_EMAIL_CHANGES_MS = 30 * DAY_MS;
const KEEP_RUNS_MS = 30 * DAY_MS;

/**
 * Deletes what can not be used any more, most of which names people: codes that were confirmed, at once; sessions, waits, counts of calls and reset links after a
 * day; unconfirmed sign-ups after a week; sent mail, changes of email addresses, how conversions ended, and failed logins at
 * addresses without an account after 30 days. Of mail that was never sent the text goes when it is of no use, and the rest
 * stays. Expired links of operators go when the next of them is made. Applications, submissions, documents and the rest of the audit trail are not here: how long they are kept is
 * the university's decision. May run in several workers at once, as often as it likes.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_EXPIRED_MS);
  await deleteSessionsBefore(db, before);
  await deleteExpiredOfStaff(db, { before, now });
  await deleteFailuresBefore(db, before);
  await deleteCallsBefore(db, before);
  await deleteExpiredResets(db, before);
  await deleteConfirmedSignups(db, now);
  await deletePendingSignupsBefore(db, new Date(now.getTime() - KEEP_PENDING_SIGNUPS_MS));
  await deleteEmailChanges(db, new Date(now.getTime() - KEEP_EMAIL_CHANGES_MS));
  await deleteConversionRuns(db, new Date(now.getTime() - KEEP_RUNS_MS));
  await deleteOldFailedLogins(db);
  await dropUselessTexts(db, now);
  await deleteSentMail(db, new Date(now.getTime() - KEEP_SENT_MAIL_MS));
}
