import type { ManyActOf } from '@firstyear/api-contract/desk';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

type ManyRow = Selectable<Database['office_many']>;
type ItemRow = Selectable<Database['office_many_item']>;

/** False if it was already requested. */
export async function insertMany(
  tx: Tx,
  many: Pick<ManyRow, 'id' | 'staff_id' | 'network' | 'created_at'> & { readonly act: ManyActOf },
  ids: readonly string[],
): Promise<boolean> {
  const row = await tx
    .insertInto('office_many')
    .values({ ...many, act: JSON.stringify(many.act) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  const items = ids.map((application_id) => ({ many_id: many.id, application_id }));
  if (items.length > 0) await tx.insertInto('office_many_item').values(items).execute();
  return true;
}

export const selectMany = (db: Db, id: string): Promise<ManyRow | undefined> =>
  db.selectFrom('office_many').selectAll().where('id', '=', id).executeTakeFirst();

export const selectItems = (db: Db, manyId: string): Promise<readonly ItemRow[]> =>
  db.selectFrom('office_many_item').selectAll().where('many_id', '=', manyId).orderBy('application_id').execute();

export async function markStarted(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('office_many')
    .set({ started_at: now })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .execute();
}

/** The labels that acts which have begun will add. */
export async function selectComingLabels(db: Db): Promise<readonly string[]> {
  const label = sql<string>`act ->> 'label'`;
  const begun = db.selectFrom('office_many').select(label.as('label')).where('done_at', 'is', null);
  return (await begun.where(sql`act ->> 'kind'`, '=', 'add_label').execute()).map((act) => act.label);
}

/** Locks an item until the transaction ends; false if it is done. */
export async function claimItem(tx: Tx, manyId: string, applicationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('office_many_item')
    .select('application_id')
    .where('many_id', '=', manyId)
    .where('application_id', '=', applicationId)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function finishItem(
  tx: Tx,
  manyId: string,
  applicationId: string,
  end: Pick<ItemRow, 'done_at' | 'left_out'>,
): Promise<void> {
  await tx
    .updateTable('office_many_item')
    .set(end)
    .where('many_id', '=', manyId)
    .where('application_id', '=', applicationId)
    .execute();
}

/** False if another run has already finished it. */
export async function finishMany(tx: Tx, id: string, now: Date, act: ManyActOf): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('office_many')
    .set({ done_at: now, act: JSON.stringify(act) })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
