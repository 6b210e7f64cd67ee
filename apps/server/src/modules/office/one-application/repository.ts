import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type NoteRow = Selectable<Database['office_note']>;

/** Oldest first. */
export const selectNotes = (db: Db, applicationId: string): Promise<readonly NoteRow[]> =>
  db
    .selectFrom('office_note')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const insertNote = (db: Db, note: Omit<NoteRow, 'id' | 'version'>): Promise<NoteRow> =>
  db.insertInto('office_note').values(note).returningAll().executeTakeFirstOrThrow();

/** Held until the transaction ends. */
export const lockNote = (tx: Tx, id: string): Promise<NoteRow | undefined> =>
  tx.selectFrom('office_note').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateNote(
  tx: Tx,
  id: string,
  note: Pick<NoteRow, 'text' | 'version' | 'changed_at'>,
): Promise<void> {
  await tx.updateTable('office_note').set(note).where('id', '=', id).execute();
}
