import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { MAX_TRIES } from './codes.ts';

export type ConfirmedSignup = Selectable<Database['confirmed_signup']>;

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

/**
 * Counts one more try of a code that was confirmed, before anybody compares it. Returns the code's hash, or undefined
 * when the tries are used up or the code has expired: then nothing may be compared.
 */
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
    .where(by, '<', MAX_TRIES)
    .where('code_expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Takes a try back whose code was right: it was no guess. */
export async function takeRepeatBack(db: Db, accountId: string, by: 'tries' | 'foreign_tries'): Promise<void> {
  await db
    .updateTable('confirmed_signup')
    .set((eb) => (by === 'tries' ? { tries: eb('tries', '-', 1) } : { foreign_tries: eb('foreign_tries', '-', 1) }))
    .where('account_id', '=', accountId)
    .execute();
}

export function listConfirmedSignups(db: Db, accountId: string): Promise<readonly ConfirmedSignup[]> {
  return db.selectFrom('confirmed_signup').selectAll().where('account_id', '=', accountId).execute();
}

export async function deleteConfirmedSignups(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('confirmed_signup').where('code_expires_at', '<', expiredBefore).execute();
}
