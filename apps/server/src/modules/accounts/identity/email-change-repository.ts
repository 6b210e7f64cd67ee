import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { MAX_TRIES } from './codes.ts';

export type EmailChange = Selectable<Database['email_change']>;

export async function insertEmailChange(
  tx: Tx,
  change: Omit<EmailChange, 'tries' | 'changed_at' | 'undone_at'>,
): Promise<void> {
  await tx.insertInto('email_change').values(change).execute();
}

/** The newest change that an account asked for; only its code can work. */
export function findNewestChange(db: Db, accountId: string): Promise<EmailChange | undefined> {
  return db
    .selectFrom('email_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export function findChange(db: Db, id: string): Promise<EmailChange | undefined> {
  return db.selectFrom('email_change').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Counts one try of a code, in one statement, before anybody compares it. Returns the code's hash, or undefined when the
 * tries are used up, the code has expired, or the change was made or undone.
 */
export async function countChangeTry(db: Db, id: string, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('email_change')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', MAX_TRIES)
    .where('code_expires_at', '>', now)
    .where('changed_at', 'is', null)
    .where('undone_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Marks a change as made, once; false when it was made or undone meanwhile. */
export async function markChanged(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('email_change')
    .set({ changed_at: now })
    .where('id', '=', id)
    .where('changed_at', 'is', null)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a change as undone with all later ones of its account, whose links must not work any more; false when it was already. */
export async function markUndone(tx: Tx, change: EmailChange, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('email_change')
    .set({ undone_at: now })
    .where('account_id', '=', change.account_id)
    .where('created_at', '>=', change.created_at)
    .where('undone_at', 'is', null)
    .returning('id')
    .execute();
  return rows.some(({ id }) => id === change.id);
}

/** Oldest first. */
export function listEmailChanges(db: Db, accountId: string): Promise<readonly EmailChange[]> {
  return db.selectFrom('email_change').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();
}

export async function deleteEmailChanges(db: Db, createdBefore: Date): Promise<void> {
  await db.deleteFrom('email_change').where('created_at', '<', createdBefore).execute();
}
