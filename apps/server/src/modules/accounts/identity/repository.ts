import { type Selectable, sql } from 'kysely';
import { TRIES_OF_CODE } from '../../../config/limits.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type PendingSignup = Selectable<Database['pending_signup']>;

/** Locks an address for sign-ups, mails and confirmations until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${`identity ${email}`}, 0))`;
  await tx.selectNoFrom(lock.as('lock')).execute();
}

export async function insertPending(tx: Tx, pending: Omit<PendingSignup, 'id'>): Promise<void> {
  await tx.insertInto('pending_signup').values(pending).execute();
}

export async function deletePending(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('pending_signup').where('id', '=', id).execute();
}

/** Makes all sign-ups of an address decoys, which can't be confirmed but look unchanged to a stranger who made one. */
export async function closePending(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('pending_signup')
    .set({ is_decoy: true })
    .where('email', '=', email)
    .where('is_decoy', '=', false)
    .execute();
}

const pendingOf = (db: Db, email: string) => db.selectFrom('pending_signup').selectAll().where('email', '=', email);

/** This browser's sign-up for the address. */
export const findPendingOfBrowser = (db: Db, email: string, browserHash: Buffer): Promise<PendingSignup | undefined> =>
  pendingOf(db, email).where('browser_hash', '=', browserHash).executeTakeFirst();

/** This browser's sign-up for the address, and the newest of all. */
export async function findPending(
  db: Db,
  email: string,
  browserHash: Buffer,
): Promise<{ readonly own: PendingSignup | undefined; readonly newest: PendingSignup | undefined }> {
  const own = await findPendingOfBrowser(db, email, browserHash);
  const newest = pendingOf(db, email).orderBy('created_at', 'desc').orderBy('id').limit(1);
  return { own, newest: await newest.executeTakeFirst() };
}

/** The sign-up with the newest mailed code. */
export const findNewestMailed = (db: Db, email: string): Promise<PendingSignup | undefined> =>
  pendingOf(db, email)
    .where('mailed_at', 'is not', null)
    .orderBy('mailed_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Counts one try of a code, before it is compared. Returns the code's hash; undefined when the tries are used up or it has expired. */
export async function countCodeTry(
  db: Db,
  id: string,
  by: 'tries' | 'foreign_tries',
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('pending_signup')
    .set((eb) => (by === 'tries' ? { tries: eb('tries', '+', 1) } : { foreign_tries: eb('foreign_tries', '+', 1) }))
    .where('id', '=', id)
    .where(by, '<', TRIES_OF_CODE)
    .where('code_expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

export async function renewCode(
  tx: Tx,
  id: string,
  code: Pick<PendingSignup, 'code_hash' | 'code_expires_at'>,
  now: Date,
): Promise<void> {
  const unused = { tries: 0, foreign_tries: 0, last_resent_at: now, mailed_at: now };
  await tx
    .updateTable('pending_signup')
    .set((eb) => ({ ...code, ...unused, resends: eb('resends', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Adds a reset link; the account's earlier ones stop working. */
export async function replaceResets(
  tx: Tx,
  reset: Omit<Selectable<Database['password_reset']>, 'id' | 'used_at'>,
): Promise<void> {
  await deleteResets(tx, reset.account_id);
  await tx.insertInto('password_reset').values(reset).execute();
}

export async function deleteResets(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('account_id', '=', accountId).execute();
}

/** Finds a reset link that has not expired; one query, whether the address is known or not. */
export async function findReset(db: Db, email: string, tokenHash: Buffer, now: Date) {
  const row = await db
    .selectFrom('password_reset')
    .innerJoin('account', 'account.id', 'password_reset.account_id')
    .select(['password_reset.account_id', 'used_at'])
    .where('account.email', '=', email)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { accountId: row.account_id, isUsed: row.used_at !== null };
}

/** Uses a reset link; false when it is used or has expired. */
export async function useReset(tx: Tx, accountId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type ConfirmedSignup = Selectable<Database['confirmed_signup']>;

export async function insertConfirmed(tx: Tx, confirmed: ConfirmedSignup): Promise<void> {
  await tx.insertInto('confirmed_signup').values(confirmed).execute();
}

/** The confirmed sign-up of an address; one query, whether the address is known or not. */
export function findConfirmed(db: Db, email: string): Promise<ConfirmedSignup | undefined> {
  return db
    .selectFrom('confirmed_signup')
    .innerJoin('account', 'account.id', 'confirmed_signup.account_id')
    .selectAll('confirmed_signup')
    .where('account.email', '=', email)
    .executeTakeFirst();
}

/** As countCodeTry(), for a code that was already confirmed. */
export async function countRepeat(
  db: Db,
  accountId: string,
  by: 'tries' | 'foreign_tries',
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('confirmed_signup')
    .set((eb) => (by === 'tries' ? { tries: eb('tries', '+', 1) } : { foreign_tries: eb('foreign_tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where(by, '<', TRIES_OF_CODE)
    .where('code_expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Undoes a try with the right code, which wasn't a guess. */
export async function undoRepeat(db: Db, accountId: string, by: 'tries' | 'foreign_tries'): Promise<void> {
  await db
    .updateTable('confirmed_signup')
    .set((eb) => (by === 'tries' ? { tries: eb('tries', '-', 1) } : { foreign_tries: eb('foreign_tries', '-', 1) }))
    .where('account_id', '=', accountId)
    .execute();
}

export type EmailChange = Selectable<Database['email_change']>;

export async function insertEmailChange(
  tx: Tx,
  change: Omit<EmailChange, 'tries' | 'changed_at' | 'undone_at'>,
): Promise<void> {
  await tx.insertInto('email_change').values(change).execute();
}

/** The newest change of an account; only its code works. */
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

/** As countCodeTry(), for an email change that is neither made nor undone. */
export async function countChangeTry(db: Db, id: string, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('email_change')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', TRIES_OF_CODE)
    .where('code_expires_at', '>', now)
    .where('changed_at', 'is', null)
    .where('undone_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Marks a change as made; false when it was made or undone meanwhile. */
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

/** Marks a change and all later ones of its account as undone, so that their links stop working; false if it already was. */
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
