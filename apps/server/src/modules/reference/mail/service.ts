import type { PartnerConfig } from '@firstyear/partner-config';
import { errorCode } from '@firstyear/processes/error-code';
import { type Mailer, MailRefused } from '../../../adapters/mailer/mailer.ts';
import type { Config } from '../../../config/config.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { sendMail } from '../../../jobs/all-jobs.ts';
import { hurryJobs } from '../../../jobs/job-rows.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { lastUseOf, MAIL_KINDS, MAIL_LIFE_MS, type MailKind } from './mail-kinds.ts';
import {
  beginAttempt,
  dropText,
  dropTextsBefore,
  insertMail,
  lockWithText,
  markSent,
  noteFailure,
} from './repository.ts';

export {
  countMails,
  countRequestedMails,
  countUnsentByState,
  countUnsentMails,
  deleteMailsTo,
  deleteSentMail,
  listMails,
  listUnsentMails,
  type MailCount,
  type UnsentMail,
} from './repository.ts';

export interface OutgoingMail {
  readonly kind: MailKind;
  readonly recipient: string;
  readonly subject: string;
  /** Plain text: nothing in it can become markup. */
  readonly text: string;
  /** The address that unsubscribes its reader in one press (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** Who asked for it from outside, hashed with every known secret, the current one first; nothing when the product itself did. */
  readonly requester?: readonly Buffer[];
}

/** Writes a mail into the transaction that causes it, with the job that sends it: both are kept, or neither. */
export async function queueMail(tx: Tx, jobs: Jobs, mail: OutgoingMail, now: Date): Promise<void> {
  const { kind, recipient, subject, text, requester: [requester = null] = [], unsubscribeUrl = null } = mail;
  const row = {
    kind,
    recipient,
    subject,
    body_text: text,
    created_at: now,
    requester,
    unsubscribe_url: unsubscribeUrl,
  };
  const mail_id = await insertMail(tx, row);
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
 * Sends one mail of the outbox and drops its text. A mail that was sent already is left alone, and one that is of no use
 * any more is given up. Throws when it should be tried again; one that the mail server refused waits for an operator.
 */
export async function sendQueuedMail(deps: SendMailDependencies, id: string): Promise<void> {
  const { db, clock, mailer, partner, config } = deps;
  const from = config.mailFrom ?? `"${partner.name.replaceAll('"', "'")}" <${partner.help_email}>`;
  const mail = await beginAttempt(db, id);
  if (mail === undefined) return;
  if (lastUseOf(mail) <= clock()) {
    await dropText(db, id);
    return;
  }
  try {
    const { recipient: to, subject, body_text: text, created_at: date, unsubscribe_url } = mail;
    await mailer.send({
      id,
      from,
      to,
      subject,
      text,
      date,
      ...(unsubscribe_url !== null && { unsubscribeUrl: unsubscribe_url }),
    });
  } catch (error) {
    await noteFailure(db, id, failureOf(error));
    if (error instanceof MailRefused) return;
    throw error;
  }
  await markSent(db, id, clock());
}

/** Drops the texts of mails that were never sent and are of no use any more, with whatever became of their jobs. */
export async function dropUselessTexts(db: Db, now: Date): Promise<void> {
  for (const kind of MAIL_KINDS) await dropTextsBefore(db, kind, new Date(now.getTime() - MAIL_LIFE_MS[kind]));
}

/**
 * Has mails sent now that wait for their next try, and those that the mail server had refused. Returns how many; the
 * others were sent meanwhile, are being sent, or are of no use any more.
 */
export async function retryMails(
  deps: { readonly db: Db; readonly jobs: Jobs; readonly clock: () => Date },
  ids: readonly string[],
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const waiting = (await lockWithText(tx, ids)).filter((mail) => lastUseOf(mail) > now);
    const jobs = await hurryJobs(tx, { name: sendMail.name, field: 'mail_id', ids: waiting.map(({ id }) => id) });
    const without = waiting.filter(({ id }) => !jobs.has(id));
    for (const { id } of without) await deps.jobs.send(sendMail, { mail_id: id }, tx);
    return without.length + [...jobs.values()].filter((state) => state === 'hurried').length;
  });
}
