import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

type MailRow = Selectable<Database['mail_outbox']>;

export async function insertMail(
  tx: Tx,
  mail: Pick<MailRow, 'kind' | 'recipient' | 'subject' | 'body_text' | 'created_at' | 'requester' | 'unsubscribe_url'>,
): Promise<string> {
  const { id } = await tx.insertInto('mail_outbox').values(mail).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface MailCount {
  readonly count: number;
  readonly newest: Date | null;
}

/** The number of mails of a kind to an address since a moment, and the newest: `all` of them, and this requester's `own`. */
export async function countMails(
  tx: Tx,
  mails: Pick<MailRow, 'recipient' | 'kind'> & { readonly requester: readonly Buffer[]; readonly since: Date },
): Promise<{ readonly all: MailCount; readonly own: MailCount }> {
  const isOwn = sql<boolean>`requester = any(${mails.requester})`;
  const counted = await tx
    .selectFrom('mail_outbox')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('created_at').as('newest'),
      eb.fn.countAll<number>().filterWhere(isOwn).as('own_count'),
      eb.fn.max('created_at').filterWhere(isOwn).as('own_newest'),
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

/** Counts one attempt to send and returns the mail; undefined when it was sent or given up already. */
export const beginAttempt = (db: Db, id: string) =>
  db
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .returning(['kind', 'recipient', 'subject', 'created_at', 'unsubscribe_url'])
    .returning((eb) => eb.ref('body_text').$notNull().as('body_text'))
    .executeTakeFirst();

/** Notes the code of a failed attempt. */
export async function noteFailure(db: Db, id: string, failure: string): Promise<void> {
  await db.updateTable('mail_outbox').set({ last_error: failure }).where('id', '=', id).execute();
}

/** Drops the text of an unsent mail, which gives it up. */
export async function dropText(db: Db, id: string): Promise<void> {
  const mail = db.updateTable('mail_outbox').set({ body_text: null }).where('id', '=', id);
  await mail.where('sent_at', 'is', null).execute();
}

/** Drops the texts of older unsent mails of a kind. */
export async function dropTextsBefore(db: Db, kind: string, before: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ body_text: null })
    .where('sent_at', 'is', null)
    .where('kind', '=', kind)
    .where('created_at', '<', before)
    .where('body_text', 'is not', null)
    .execute();
}

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

export async function countUnsentMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks unsent mails with a text until the transaction ends: those with these ids, or all without any. */
export const lockWithText = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'created_at'])
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
    .orderBy('created_at')
    .forUpdate()
    .execute();

/** Marks a mail as sent and drops its body. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: now, body_text: null, unsubscribe_url: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Deletes mail that was sent before a moment; mail that was never sent stays. */
export async function deleteSentMail(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mail_outbox').where('sent_at', '<', before).execute();
}

export function listMails(db: Db, recipient: string): Promise<readonly MailRow[]> {
  return db.selectFrom('mail_outbox').selectAll().where('recipient', '=', recipient).orderBy('created_at').execute();
}

export async function deleteMailsTo(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('mail_outbox').where('recipient', '=', recipient).execute();
}

/** The number of unsent mails that meet a condition: waiting for their first try, and failed at least once. */
export async function countUnsentByState(db: Db, isCounted: RawBuilder<boolean>) {
  const { unsent, failed } = await db
    .selectFrom('mail_outbox')
    .where('sent_at', 'is', null)
    .where(isCounted)
    .select((eb) => [eb.fn.countAll<number>().as('unsent'), eb.fn.count<number>('last_error').as('failed')])
    .executeTakeFirstOrThrow();
  return { waiting: unsent - failed, failed };
}
