import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type StaffRow = Selectable<Database['staff_person']>;

const people = (db: Db) => db.selectFrom('staff_person').selectAll().where('removed_at', 'is', null);

export const selectPeople = (db: Db): Promise<readonly StaffRow[]> =>
  people(db).orderBy('name').orderBy('id').execute();
export const selectPerson = (db: Db, id: string): Promise<StaffRow | undefined> =>
  people(db).where('id', '=', id).executeTakeFirst();
export const selectPersonByEmail = (db: Db, email: string): Promise<StaffRow | undefined> =>
  people(db).where('email', '=', email).executeTakeFirst();
export const selectPersonBySubject = (db: Db, issuer: string, subject: string): Promise<StaffRow | undefined> =>
  people(db).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
/** Held until the transaction ends. */
export const lockPerson = (tx: Tx, id: string): Promise<StaffRow | undefined> =>
  people(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** All who may come in, held until the transaction ends. */
export const lockPeople = (tx: Tx): Promise<readonly StaffRow[]> => people(tx).orderBy('id').forUpdate().execute();

/** Names by id, of those who were removed too: what they did stays on record. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('staff_person').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Nothing where somebody has this address already. */
export function insertPerson(
  tx: Tx,
  person: Pick<StaffRow, 'email' | 'name' | 'role' | 'created_at'>,
): Promise<StaffRow | undefined> {
  return tx
    .insertInto('staff_person')
    .values(person)
    .onConflict((conflict) => conflict.column('email').where('removed_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updatePerson(
  tx: Tx,
  id: string,
  change: Partial<Omit<StaffRow, 'id' | 'email' | 'created_at'>>,
): Promise<void> {
  await tx.updateTable('staff_person').set(change).where('id', '=', id).execute();
}

/** Replaces the recovery codes of somebody. */
export async function replaceRecoveryCodes(tx: Tx, staffId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute();
  const rows = hashes.map((code_hash) => ({ staff_id: staffId, code_hash, used_at: null }));
  await tx.insertInto('staff_recovery_code').values(rows).execute();
}

/** Returns whether the code was unused. */
export async function useRecoveryCode(tx: Tx, staffId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_recovery_code')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export type LinkRow = Selectable<Database['staff_link']>;

/** Makes a link; earlier ones of the same person stop working. */
export async function replaceLinks(tx: Tx, link: Omit<LinkRow, 'used_at'>): Promise<void> {
  await tx.deleteFrom('staff_link').where('staff_id', '=', link.staff_id).execute();
  await tx.insertInto('staff_link').values(link).execute();
}

const openLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('staff_link')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null);

export const selectLink = (db: Db, tokenHash: Buffer, now: Date): Promise<LinkRow | undefined> =>
  openLink(db, tokenHash, now).executeTakeFirst();

/** Whether it could still be used. */
export async function useLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('staff_link').where('expires_at', '<', now).execute();
}

/** Those who have an authenticator app, held until the transaction ends. */
export const lockSecrets = (tx: Tx): Promise<readonly Pick<StaffRow, 'id' | 'totp_secret'>[]> =>
  tx
    .selectFrom('staff_person')
    .select(['id', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .forUpdate()
    .execute();

export const lockLinks = (tx: Tx): Promise<readonly LinkRow[]> =>
  tx.selectFrom('staff_link').selectAll().forUpdate().execute();

export async function setLinkSecret(tx: Tx, tokenHash: Buffer, totp_secret: string): Promise<void> {
  await tx.updateTable('staff_link').set({ totp_secret }).where('token_hash', '=', tokenHash).execute();
}
