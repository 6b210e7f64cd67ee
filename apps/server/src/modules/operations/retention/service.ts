import type { Db } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../process/durations.ts';
import {
  deleteConfirmedSignups,
  deleteEmailChanges,
  deleteExpiredResets,
  deletePendingSignupsBefore,
} from '../../accounts/identity/service.ts';
import { deleteCallsBefore } from '../../accounts/limits/calls.ts';
import { deleteFailuresBefore } from '../../accounts/limits/failures.ts';
import { deleteSessionsBefore } from '../../accounts/session/service.ts';
import { deleteExpiredOfStaff } from '../../accounts/staff/service.ts';
import { deleteExpiredLinks } from '../../application/helpers/service.ts';
import { deleteConversionRuns } from '../../application/uploads/service.ts';
import { deleteOldFailedLogins } from '../../audit/service.ts';
import { deleteSentMail, dropExpiredTexts } from '../../mail/service.ts';

const KEEP_EXPIRED_MS = DAY_MS;
const KEEP_SENT_MAIL_MS = 30 * DAY_MS;
/** Sign-ups contain password hashes. */
const KEEP_PENDING_SIGNUPS_MS = 7 * DAY_MS;
/** As long as sent mails about them. */
const KEEP_EMAIL_CHANGES_MS = 30 * DAY_MS;
const KEEP_RUNS_MS = 30 * DAY_MS;

/**
 * Deletes expired rows, most of which have personal data. At once: confirmed codes, links of helpers. After a day: sessions, throttles, counts of
 * calls and reset links. After a week: unconfirmed sign-ups. After 30 days: sent mail, changes of email addresses, conversion runs,
 * and failed logins at addresses without an account. Unsent mail loses its text when it expires. Operators' expired links are
 * deleted with the next new one. The university decides how long applications, submissions, documents and the rest of the audit
 * trail are kept. Idempotent, and safe to run in several workers at once.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_EXPIRED_MS);
  await deleteSessionsBefore(db, before);
  await deleteExpiredOfStaff(db, { before, now });
  await deleteFailuresBefore(db, before);
  await deleteCallsBefore(db, before);
  await deleteExpiredResets(db, before);
  await deleteConfirmedSignups(db, now);
  await deleteExpiredLinks(db, now);
  await deletePendingSignupsBefore(db, new Date(now.getTime() - KEEP_PENDING_SIGNUPS_MS));
  await deleteEmailChanges(db, new Date(now.getTime() - KEEP_EMAIL_CHANGES_MS));
  await deleteConversionRuns(db, new Date(now.getTime() - KEEP_RUNS_MS));
  await deleteOldFailedLogins(db);
  await dropExpiredTexts(db, now);
  await deleteSentMail(db, new Date(now.getTime() - KEEP_SENT_MAIL_MS));
}
