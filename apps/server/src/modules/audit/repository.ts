import type { Insertable } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';

export async function insertEvent(db: Db, event: Insertable<Database['audit_event']>): Promise<void> {
  await db.insertInto('audit_event').values(event).execute();
}
