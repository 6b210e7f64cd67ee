import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';

export async function insertEvent(db: Db, event: Insertable<Database['audit_event']>): Promise<void> {
  await db.insertInto('audit_event').values(event).execute();
}

/** Oldest first. */
export function selectEventsOf(db: Db, accountId: string): Promise<readonly Selectable<Database['audit_event']>[]> {
  return db.selectFrom('audit_event').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}
