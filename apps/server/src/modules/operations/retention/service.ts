import { deleteOutlived, type Lifetime } from '../../../db/listed-tables.ts';
import type { Db } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { deleteOldFailedLogins } from '../../audit/service.ts';
import { dropExpiredTexts } from '../../mail/service.ts';

/** Rows that expire, most of which have personal data. Open conversions have no end yet. */
const LIFETIMES: readonly Lifetime[] = [
  ['confirmed_signup', 'code_expires_at', 0],
  ['helper_link', 'expires_at', 0],
  ['staff_link', 'expires_at', 0],
  ['session', 'last_seen_at', DAY_MS],
  ['staff_session', 'last_seen_at', DAY_MS],
  ['throttle', 'updated_at', DAY_MS],
  ['call_count', 'started_at', DAY_MS],
  ['password_reset', 'expires_at', DAY_MS],
  // They contain password hashes.
  ['pending_signup', 'created_at', 7 * DAY_MS],
  // As long as sent mails about them.
  ['email_change', 'created_at', 30 * DAY_MS],
  ['mail_outbox', 'sent_at', 30 * DAY_MS],
  ['conversion_run', 'ended_at', 30 * DAY_MS],
];

/**
 * Deletes expired rows, and after 30 days failed logins at addresses without an account. Unsent mail loses its text when it expires.
 * Operators' expired links are deleted with the next new one. The university decides how long applications, submissions, documents and
 * the rest of the audit trail are kept. Idempotent, and safe to run in several workers at once.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  for (const lifetime of LIFETIMES) await deleteOutlived(db, lifetime, now);
  await deleteOldFailedLogins(db);
  await dropExpiredTexts(db, now);
}
