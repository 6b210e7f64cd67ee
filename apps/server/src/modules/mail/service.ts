import type { PartnerConfig } from '@firstyear/application-form';
import { type Mailer, MailRefused } from '../../adapters/mailer/mailer.ts';
import type { Config } from '../../config/config.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import { errorCode } from '../../errors/error-code.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { beginAttempt, insertMail, markSent, noteFailure } from './repository.ts';

export {
  countMails,
  countRequestedMails,
  deleteMailsTo,
  deleteSentMail,
  selectMailsTo as listMails,
} from './repository.ts';

export interface OutgoingMail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  /** Plain text: nothing in it can become markup. */
  readonly text: string;
  /** Who asked for it from outside, hashed with every known secret, the current one first; nothing when the product itself did. */
  readonly requester?: readonly Buffer[];
}

/** Writes a mail into the transaction that causes it, with the job that sends it: both are kept, or neither. */
export async function queueMail(tx: Tx, jobs: Jobs, mail: OutgoingMail, now: Date): Promise<void> {
  const { kind, recipient, subject, text, requester: [requester = null] = [] } = mail;
  const mail_id = await insertMail(tx, { kind, recipient, subject, body_text: text, created_at: now, requester });
  await jobs.send(sendMail, { mail_id }, tx);
}

export interface SendMailDependencies {
  readonly db: Db;
  readonly clock: () => Date;
  readonly mailer: Mailer;
  readonly partner: PartnerConfig;
  readonly config: Pick<Config, 'mailFrom'>;
}

/** What may stand in the database about a failure: a code, never a server's words, which can quote the mail. */
function failureOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
}

/**
 * Sends one mail of the outbox and drops its body. A mail that was sent already is left alone. Throws when it should be
 * tried again; with `isLast` that failure is final.
 */
export async function sendQueuedMail(deps: SendMailDependencies, id: string, isLast: boolean): Promise<void> {
  const { db, clock, mailer, partner, config } = deps;
  const from = config.mailFrom ?? `"${partner.name.replaceAll('"', "'")}" <${partner.help_email}>`;
  const mail = await beginAttempt(db, id);
  if (mail === undefined) return;
  try {
    const { recipient: to, subject, body_text: text, created_at: date } = mail;
    await mailer.send({ id, from, to, subject, text, date });
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    await noteFailure(db, id, failureOf(error), isLast || isRefused);
    if (isRefused) return;
    throw error;
  }
  await markSent(db, id, clock());
}
