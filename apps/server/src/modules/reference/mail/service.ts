import type { PartnerConfig } from '@firstyear/partner-config';
import { errorCode } from '@firstyear/processes/error-code';
import { type Mailer, MailRefused } from '../../../adapters/mailer/mailer.ts';
import type { Config } from '../../../config/config.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { sendMail } from '../../../jobs/all-jobs.ts';
import { hurryJobs } from '../../../jobs/job-rows.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { AppDependencies } from '../../dependencies.ts';
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
  /** For one-click unsubscribing (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The caller who requested it, hashed with every known secret, the current one first; undefined for mail of the product itself. */
  readonly requester?: readonly Buffer[];
}

/** Writes a mail and the job that sends it in the transaction that causes it (outbox). */
export async function queueMail(tx: Tx, jobs: Jobs, mail: OutgoingMail, now: Date): Promise<void> {
  const { kind, recipient, subject, text: body_text, requester: [requester = null] = [] } = mail;
  const parts = { kind, recipient, subject, body_text, requester, unsubscribe_url: mail.unsubscribeUrl ?? null };
  const mail_id = await insertMail(tx, { ...parts, created_at: now });
  await jobs.send(sendMail, { mail_id }, tx);
}

export interface SendMailDependencies {
  readonly db: Db;
  readonly clock: () => Date;
  readonly mailer: Mailer;
  readonly partner: PartnerConfig;
  readonly config: Pick<Config, 'mailFrom'>;
}

/** The code of a failure to store, never a server's words, which may quote the mail. */
const failureOf = (error: unknown): string => errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');

/**
 * Sends one mail of the outbox and drops its text. Leaves a sent mail alone, and gives up one that is too old. Throws when it should be
 * retried; a mail that the mail server refused waits for an operator.
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
    const { recipient: to, subject, body_text: text, created_at: date, unsubscribe_url: unsubscribeUrl } = mail;
    await mailer.send({ id, from, to, subject, text, date, ...(unsubscribeUrl !== null && { unsubscribeUrl }) });
  } catch (error) {
    await noteFailure(db, id, failureOf(error));
    if (error instanceof MailRefused) return;
    throw error;
  }
  await markSent(db, id, clock());
}

/** Drops the texts of unsent mails that are too old, whatever became of their jobs. */
export async function dropUselessTexts(db: Db, now: Date): Promise<void> {
  for (const kind of MAIL_KINDS) await dropTextsBefore(db, kind, new Date(now.getTime() - MAIL_LIFE_MS[kind]));
}

/**
 * Sends mails now that wait for a retry or were refused; returns their number. The others were sent meanwhile, are being sent, or are
 * too old.
 */
export function retryMails(
  deps: Pick<AppDependencies, 'db' | 'jobs' | 'clock'>,
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
