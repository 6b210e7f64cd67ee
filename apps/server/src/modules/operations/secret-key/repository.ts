import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';

export async function listKeyIds(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('secret_key').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Until the transaction ends, nobody else changes the list of keys. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table secret_key in share row exclusive mode`.execute(tx);
}

export async function insertKey(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .insertInto('secret_key')
    .values({ id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteOtherKeys(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('secret_key').where('id', '<>', id).execute();
}
