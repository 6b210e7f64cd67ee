import type { LanguageCode } from '@firstyear/words';
import type { Selectable } from 'kysely';
import { preparedQuery } from '../../../db/prepared-query.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type Account = Selectable<Database['account']>;

const accountQuery = preparedQuery((db: Db, email: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'password_hash', 'created_at', 'confirmed_at', 'language'])
    .where('email', '=', email),
);

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await db.executeQuery(accountQuery(db, email));
  return rows[0];
}

type Owner = Pick<Account, 'email' | 'language'>;

/** The owners of accounts by account id. */
export async function findOwners(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Owner>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'email', 'language']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function rememberLanguage(db: Db, accountId: string, language: LanguageCode): Promise<void> {
  await db
    .updateTable('account')
    .set({ language })
    .where('id', '=', accountId)
    .where(({ eb, fn, val }) => eb(fn.coalesce('language', val('en')), '!=', language))
    .execute();
}

/** Returns the new account's id; undefined when the address already has an account. */
export async function createAccount(
  tx: Tx,
  account: Pick<Account, 'email' | 'password_hash'>,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('account')
    .values({ ...account, created_at: now, confirmed_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Locks an account, if its password hash is unchanged, until the transaction ends; returns whether it has a login. */
export async function lockPassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
): Promise<{ readonly hasLogin: boolean } | undefined> {
  const row = await tx
    .selectFrom('account')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('successful_login').select('id').whereRef('successful_login.account_id', '=', 'account.id')).as(
        'has_login',
      ),
    )
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return row && { hasLogin: Boolean(row.has_login) };
}

/** Locks an account until the transaction ends: before its sessions and reset links, which its changes delete, to avoid a deadlock. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

/** With null, no password works until the owner chooses one with a link. */
export async function changePassword(tx: Tx, accountId: string, passwordHash: string | null): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

/** Replaces a password; false when another one was set meanwhile. */
export async function replacePassword(
  tx: Tx,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ password_hash: to })
    .where('id', '=', accountId)
    .where('password_hash', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Call it under lockAddress() of both addresses, after checking that nobody else has the new one. */
export async function changeEmail(tx: Tx, accountId: string, email: string): Promise<void> {
  await tx.updateTable('account').set({ email }).where('id', '=', accountId).execute();
}

export async function recordLogin(db: Db, accountId: string, at: Date): Promise<void> {
  await db.insertInto('successful_login').values({ account_id: accountId, at }).execute();
}

/** Oldest first. */
export const loginsQuery = preparedQuery((db: Db, accountId: string) =>
  db.selectFrom('successful_login').select('at').where('account_id', '=', accountId).orderBy('id'),
);

/** Deletes an account and all rows that refer to it: sessions, reset links, logins and applications. */
export async function deleteAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('account').where('id', '=', accountId).execute();
}
