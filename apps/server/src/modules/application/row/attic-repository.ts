import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type AtticRow = Selectable<Database['answer_attic']>;
/** An answer that is set aside; content as JSON. */
export type NewAtticRow = Omit<AtticRow, 'id' | 'content' | 'sealed_answers' | 'versions'> & {
  readonly content: string;
  readonly sealed_answers: string;
  readonly versions: string;
};

/** What is set aside for an application, the oldest first. */
export const readAttic = (db: Db, applicationId: string): Promise<readonly AtticRow[]> =>
  db
    .selectFrom('answer_attic')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('taken_at')
    .orderBy('place')
    .execute();

export async function insertIntoAttic(tx: Tx, rows: readonly NewAtticRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('answer_attic')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'migration', 'place', 'key']).doUpdateSet((eb) => ({
        reason: eb.ref('excluded.reason'),
        content: eb.ref('excluded.content'),
        sealed_answers: eb.ref('excluded.sealed_answers'),
        versions: eb.ref('excluded.versions'),
        taken_at: eb.ref('excluded.taken_at'),
      })),
    )
    .execute();
}

export async function deleteFromAttic(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('answer_attic').where('id', 'in', ids).execute();
}

/** Of how many applications each of these migrations has set something aside. */
export async function countSetAside(
  db: Db,
  migrations: readonly string[],
): Promise<readonly { readonly migration: string; readonly drafts: number }[]> {
  if (migrations.length === 0) return [];
  return db
    .selectFrom('answer_attic')
    .select((eb) => ['migration', eb.fn.count<number>('application_id').distinct().as('drafts')])
    .where('migration', 'in', migrations)
    .groupBy('migration')
    .execute();
}
