import type { Selectable } from 'kysely';
import { keptQuery } from '../../../db/kept-query.ts';
import { sendWithNext } from '../../../db/server-dialect.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type Account = Selectable<Database['account']>;

export const accountQuery = keptQuery((db: Db, email: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'password_hash', 'created_at', 'confirmed_at', 'language'])
    .where('email', '=', email),
);

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await db.executeQuery(accountQuery(db, email));
  return rows[0];
}

/** The addresses of accounts by their ids. */
export async function findEmails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'email']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.email]));
}

/** Where and in which language owners of accounts read their mail, by their ids. */
export async function findOwners(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Account, 'email' | 'language'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'email', 'language']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Keeps the language that an owner has chosen. */
export async function rememberLanguage(db: Db, accountId: string, language: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ language })
    .where('id', '=', accountId)
    .where(({ eb, fn, val }) => eb(fn.coalesce('language', val('en')), '!=', language))
    .execute();
}

/** Returns the new account's id; nothing when the address has an account already. */
export async function createAccount(
  tx: Tx,
  account: { readonly email: string; readonly passwordHash: string | null; readonly now: Date },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('account')
    .values({
      email: account.email,
      password_hash: account.passwordHash,
      created_at: account.now,
      confirmed_at: account.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const samePasswordQuery = (db: Db, accountId: string, passwordHash: string) =>
  db
    .selectFrom('account')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('successful_login').select('id').whereRef('successful_login.account_id', '=', 'account.id')).as(
        'has_login',
      ),
    )
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .forShare();

/**
 * Whether anybody has logged in to an account before, if this is its password still; then it stays so until the transaction ends.
 * Nothing when another one has been set.
 */
export async function lockPassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
): Promise<{ readonly hasLogin: boolean } | undefined> {
  const row = await samePasswordQuery(tx, accountId, passwordHash).executeTakeFirst();
  return row && { hasLogin: Boolean(row.has_login) };
}

/** null: no password works until a new one is chosen by a link. */
export async function changePassword(tx: Tx, accountId: string, passwordHash: string | null): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

/** Sets a new password in the place of this one; false when another one has been set meanwhile. */
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

/** Gives an account another address. Right only under lockAddress() of both, once nobody else has it. */
export async function changeEmail(tx: Tx, accountId: string, email: string): Promise<void> {
  await tx.updateTable('account').set({ email }).where('id', '=', accountId).execute();
}

export async function recordLogin(db: Db, accountId: string, at: Date): Promise<void> {
  await sendWithNext(db, db.insertInto('successful_login').values({ account_id: accountId, at }));
}

/** Oldest first. */
export const loginsQuery = keptQuery((db: Db, accountId: string) =>
  db.selectFrom('successful_login').select('at').where('account_id', '=', accountId).orderBy('id'),
);

/** Oldest first. */
export async function listLogins(db: Db, accountId: string): Promise<readonly Date[]> {
  return (await db.executeQuery(loginsQuery(db, accountId))).rows.map((row) => row.at);
}

/** Deletes an account, and with it all rows that hang on it: its sessions, reset links, logins and application. */
export async function deleteAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('account').where('id', '=', accountId).execute();
}
