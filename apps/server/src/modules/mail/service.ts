import type { PartnerConfig } from '@firstyear/partner-config';
import { errorCode } from '@firstyear/processes/error-code';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Mailer, MailRefused } from '../../adapters/mailer/mailer.ts';
import type { Config } from '../../config/config.ts';
import { MAIL_LIMITS } from '../../config/limits.ts';
import { type Db, inTransaction, type Tx } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';
import { sendMail } from '../../jobs/all-jobs.ts';
import { hurryJobs } from '../../jobs/job-rows.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { DAY_MS } from '../../process/durations.ts';
import type { AppDependencies } from '../dependencies.ts';
import { lastUseOf, MAIL_KINDS, MAIL_LIFE_MS, type MailKind } from './mail-kinds.ts';

type MailRow = Selectable<Database['mail_outbox']>;

export interface MailCount {
  readonly count: number;
  readonly newest: Date | null;
}

/** The number of mails of a kind to an address since a moment and the time of the newest: of all, and of this requester's own. */
export async function countMails(
  tx: Tx,
  mails: Pick<MailRow, 'recipient' | 'kind'> & { readonly requester: readonly Buffer[]; readonly since: Date },
): Promise<{ readonly all: MailCount; readonly own: MailCount }> {
  const isRequesters = sql<boolean>`requester = any(${mails.requester})`;
  const counted = await tx
    .selectFrom('mail_outbox')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('created_at').as('newest'),
      eb.fn.countAll<number>().filterWhere(isRequesters).as('own_count'),
      eb.fn.max('created_at').filterWhere(isRequesters).as('own_newest'),
    ])
    .where('recipient', '=', mails.recipient)
    .where('kind', '=', mails.kind)
    .where('created_at', '>', mails.since)
    .executeTakeFirstOrThrow();
  return {
    all: { count: counted.count, newest: counted.newest },
    own: { count: counted.own_count, newest: counted.own_newest },
  };
}

/** The number of mails of a kind that an account has caused since a moment. */
export async function countMailsOf(
  tx: Tx,
  { accountId, kind, since }: { readonly accountId: string; readonly kind: MailKind; readonly since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of mails that callers have requested since a moment, up to a maximum. */
export async function countRequestedMails(tx: Tx, since: Date, maximum: number): Promise<number> {
  const { count } = await tx
    .selectFrom(
      tx
        .selectFrom('mail_outbox')
        .select('id')
        .where('requester', 'is not', null)
        .where('created_at', '>', since)
        .limit(maximum)
        .as('requested'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts one attempt to send and returns the mail; undefined if it was already sent or has lost its text. */
const beginAttempt = (db: Db, id: string) =>
  db
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .returning(['kind', 'recipient', 'subject', 'created_at', 'unsubscribe_url'])
    .returning((eb) => eb.ref('body_text').$notNull().as('body_text'))
    .executeTakeFirst();

export type UnsentMail = Awaited<ReturnType<typeof listUnsentMails>>[number];

/** The newest unsent mails, without their texts. */
export const listUnsentMails = (db: Db, limit: number) =>
  db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'recipient', 'created_at', 'attempts', 'last_error'])
    .select((eb) => eb('body_text', 'is not', null).$castTo<boolean>().as('has_text'))
    .where('sent_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** Locks unsent mails that have a text until the transaction ends: those with these ids, or all for an empty list. */
const lockWithText = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'created_at'])
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
    .orderBy('created_at')
    .forUpdate()
    .execute();

/** The mails of an account, whatever its address was. */
export const listMailsOf = (db: Db, accountId: string): Promise<readonly MailRow[]> =>
  db.selectFrom('mail_outbox').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();

/** Mails to an address that are no account's: written when none had it, or to a helper for the applicant who asks. */
const isToNobody = sql<boolean>`(account_id is null or kind = 'helper_asked')`;

export const listMailsOfNobody = (db: Db, recipient: string): Promise<readonly MailRow[]> =>
  db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .where(isToNobody)
    .orderBy('created_at')
    .execute();

export async function deleteMailsOfNobody(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('mail_outbox').where('recipient', '=', recipient).where(isToNobody).execute();
}

/** The numbers of matching unsent mails that wait for their first try, and that have failed at least once. */
export async function countUnsentByState(db: Db, isCounted: RawBuilder<boolean>) {
  const { unsent, failed } = await db
    .selectFrom('mail_outbox')
    .where('sent_at', 'is', null)
    .where(isCounted)
    .select((eb) => [eb.fn.countAll<number>().as('unsent'), eb.fn.count<number>('last_error').as('failed')])
    .executeTakeFirstOrThrow();
  return { waiting: unsent - failed, failed };
}

export interface OutgoingMail {
  /** Given by a caller who may ask twice (isQueued). */
  readonly id?: string;
  readonly kind: MailKind;
  readonly recipient: string;
  /** Whose mail it is, where the address isn't the account's own. */
  readonly accountId?: string;
  readonly subject: string;
  /** Plain text: nothing in it can become markup. */
  readonly text: string;
  /** For one-click unsubscribing (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The caller who requested it, hashed with every known secret, the current one first; undefined for the product's own mail. */
  readonly requester?: readonly Buffer[];
}

/** Whether there is a mail with this id, sent or not. */
export const isQueued = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('mail_outbox').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Writes a mail and the job that sends it in the transaction that causes it (outbox). */
export async function queueMail(tx: Tx, jobs: Jobs, mail: OutgoingMail, now: Date): Promise<void> {
  const { kind, recipient, subject, text: body_text, requester: [requester = null] = [] } = mail;
  const parts = {
    ...(mail.id !== undefined && { id: mail.id }),
    kind,
    recipient,
    subject,
    body_text,
    requester,
    unsubscribe_url: mail.unsubscribeUrl ?? null,
    account_id: mail.accountId ?? null,
  };
  const row = tx.insertInto('mail_outbox').values({ ...parts, created_at: now });
  const { id: mail_id } = await row.returning('id').executeTakeFirstOrThrow();
  await jobs.send(sendMail, { mail_id }, tx);
}

/** Queues a mail that no caller can request often, such as one after a working code, unless the address had this many of its kind in a day. */
export async function queueAtMost(
  tx: Tx,
  { jobs, clock }: Pick<AppDependencies, 'jobs' | 'clock'>,
  mail: OutgoingMail,
  most: number = MAIL_LIMITS.proven,
): Promise<void> {
  const now = clock();
  const since = new Date(now.getTime() - DAY_MS);
  const { all } = await countMails(tx, { recipient: mail.recipient, kind: mail.kind, requester: [], since });
  if (all.count < most) await queueMail(tx, jobs, mail, now);
}

export interface SendMailDependencies {
  readonly db: Db;
  readonly clock: () => Date;
  readonly mailer: Mailer;
  readonly partner: PartnerConfig;
  readonly config: Pick<Config, 'mailFrom'>;
}

/** The code of a failure to store: a server's words may quote the mail. */
const failureOf = (error: unknown): string => errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');

/**
 * Sends one mail of the outbox and drops its text. Skips a sent mail, and drops the text of an expired one. Throws when the mail should
 * be retried. A mail that the mail server refused waits for an operator.
 */
export async function sendQueuedMail(deps: SendMailDependencies, id: string): Promise<void> {
  const { db, clock, mailer, partner, config } = deps;
  const from = config.mailFrom ?? `"${partner.name.replaceAll('"', "'")}" <${partner.help_email}>`;
  const mail = await beginAttempt(db, id);
  if (mail === undefined) return;
  if (lastUseOf(mail) <= clock()) {
    const unsent = db.updateTable('mail_outbox').where('id', '=', id).where('sent_at', 'is', null);
    await unsent.set({ body_text: null }).execute();
    return;
  }
  try {
    const { recipient: to, subject, body_text: text, created_at: date, unsubscribe_url: unsubscribeUrl } = mail;
    await mailer.send({ id, from, to, subject, text, date, ...(unsubscribeUrl !== null && { unsubscribeUrl }) });
  } catch (error) {
    await db
      .updateTable('mail_outbox')
      .set({ last_error: failureOf(error) })
      .where('id', '=', id)
      .execute();
    if (error instanceof MailRefused) return;
    throw error;
  }
  const sent = { sent_at: clock(), body_text: null, unsubscribe_url: null, last_error: null };
  await db.updateTable('mail_outbox').set(sent).where('id', '=', id).execute();
}

/** Drops the texts of expired unsent mails, with or without a job. */
export async function dropExpiredTexts(db: Db, now: Date): Promise<void> {
  for (const kind of MAIL_KINDS) {
    await db
      .updateTable('mail_outbox')
      .set({ body_text: null })
      .where('sent_at', 'is', null)
      .where('kind', '=', kind)
      .where('created_at', '<', new Date(now.getTime() - MAIL_LIFE_MS[kind]))
      .where('body_text', 'is not', null)
      .execute();
  }
}

/**
 * Sends mails now that wait for a retry or were refused; returns their number. Other mails were sent meanwhile, are being sent, or have
 * expired.
 */
export function retryMails(
  deps: Pick<AppDependencies, 'db' | 'jobs' | 'clock'>,
  ids: readonly string[],
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const waiting = (await lockWithText(tx, ids)).filter((mail) => lastUseOf(mail) > now);
    const jobs = await hurryJobs(tx, { name: sendMail.name, field: 'mail_id', ids: waiting.map(({ id }) => id) });
    const withoutJob = waiting.filter(({ id }) => !jobs.has(id));
    for (const { id } of withoutJob) await deps.jobs.send(sendMail, { mail_id: id }, tx);
    return withoutJob.length + [...jobs.values()].filter((state) => state === 'hurried').length;
  });
}
