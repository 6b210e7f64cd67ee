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

/** How many mails of a kind went to an address since a moment, and when the newest did; `own`: those that this requester asked for. */
export async function countMails(
  tx: Tx,
  mails: {
    readonly recipient: string;
    readonly kind: string;
    readonly requester: readonly Buffer[];
    readonly since: Date;
  },
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

/** How many mails callers have requested since a moment; counts no further than `maximum`. */
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

/** Counts one attempt to send and returns the mail; nothing when it was sent or given up already. */
export async function beginAttempt(
  db: Db,
  id: string,
): Promise<
  | (Pick<MailRow, 'kind' | 'recipient' | 'subject' | 'created_at' | 'unsubscribe_url'> & {
      readonly body_text: string;
    })
  | undefined
> {
  const mail = await db
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .returning(['kind', 'recipient', 'subject', 'body_text', 'created_at', 'unsubscribe_url'])
    .executeTakeFirst();
  return mail === undefined || mail.body_text === null ? undefined : { ...mail, body_text: mail.body_text };
}

/** Notes why an attempt failed, as a code. */
export async function noteFailure(db: Db, id: string, failure: string): Promise<void> {
  await db.updateTable('mail_outbox').set({ last_error: failure }).where('id', '=', id).execute();
}

/** Drops the text of a mail, so that nobody sends it any more. */
export async function dropText(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ body_text: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Drops the texts of unsent mails of a kind that were written before a moment. */
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

/** A mail that was not sent, without its text. */
export type UnsentMail = Pick<MailRow, 'id' | 'kind' | 'recipient' | 'created_at' | 'attempts' | 'last_error'> & {
  readonly has_text: boolean;
};

/** The newest mails that were not sent. */
export function listUnsentMails(db: Db, limit: number): Promise<readonly UnsentMail[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'recipient', 'created_at', 'attempts', 'last_error'])
    .select((eb) => eb('body_text', 'is not', null).$castTo<boolean>().as('has_text'))
    .where('sent_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnsentMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Unsent mails whose text is there: those with these ids, or all when there are none. Held until the transaction ends. */
export function lockWithText(
  tx: Tx,
  ids: readonly string[],
): Promise<readonly Pick<MailRow, 'id' | 'kind' | 'created_at'>[]> {
  return tx
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'created_at'])
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
    .orderBy('created_at')
    .forUpdate()
    .execute();
}

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

/** Mails that were not sent, to the recipients that a condition names: those that wait for their first try, and those that have failed at least once. */
export async function countUnsentByState(
  db: Db,
  isCounted: RawBuilder<boolean>,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  const { unsent, failed } = await db
    .selectFrom('mail_outbox')
    .where('sent_at', 'is', null)
    .where(isCounted)
    .select((eb) => [eb.fn.countAll<number>().as('unsent'), eb.fn.count<number>('last_error').as('failed')])
    .executeTakeFirstOrThrow();
  return { waiting: unsent - failed, failed };
}
