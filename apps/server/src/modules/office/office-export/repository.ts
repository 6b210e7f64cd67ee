import type { ExportFormat } from '@firstyear/api-contract/desk';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type ExportRow = Selectable<Database['office_export']>;

export async function insertExport(
  tx: Tx,
  row: Pick<ExportRow, 'staff_id' | 'network' | 'purpose' | 'receiver' | 'asked_at'> & {
    readonly format: ExportFormat;
  },
  ids: readonly string[],
): Promise<string> {
  const { id } = await tx.insertInto('office_export').values(row).returning('id').executeTakeFirstOrThrow();
  await sql`insert into office_export_item (export_id, application_id) select ${id}::uuid, unnest(${ids}::uuid[])`.execute(
    tx,
  );
  return id;
}

export const selectExport = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('office_export').selectAll().where('id', '=', id).executeTakeFirst();

/** Newest first. */
export const selectExports = (db: Db, since: Date): Promise<readonly ExportRow[]> =>
  db.selectFrom('office_export').selectAll().where('asked_at', '>', since).orderBy('asked_at', 'desc').execute();

/** When the last finished export of a format was requested. */
export async function selectLastExport(db: Db, format: ExportFormat): Promise<Date | undefined> {
  const row = await db
    .selectFrom('office_export')
    .select('asked_at')
    .where('format', '=', format)
    .where('done_at', 'is not', null)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.asked_at;
}

/** The next applications of an export in the order of their ids. */
export async function selectItemsAfter(
  db: Db,
  exportId: string,
  after: string,
  count: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('office_export_item')
    .select('application_id')
    .where('export_id', '=', exportId)
    .where('application_id', '>', after)
    .orderBy('application_id')
    .limit(count)
    .execute();
  return rows.map(({ application_id }) => application_id);
}

/** The forms of the applications in an export. */
export async function selectForms(db: Db, exportId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('office_export_item')
    .innerJoin('application', 'application.id', 'office_export_item.application_id')
    .select('application.form')
    .distinct()
    .where('export_id', '=', exportId)
    .execute();
  return rows.map(({ form }) => form);
}

export async function updateExport(
  db: Db,
  id: string,
  change: Partial<Pick<ExportRow, 'started_at' | 'done_at' | 'failed_at' | 'done' | 'columns' | 'parts' | 'size'>>,
): Promise<void> {
  await db.updateTable('office_export').set(change).where('id', '=', id).execute();
}

/** Deletes exports that were requested before a moment; returns them. */
export const deleteExportsBefore = (tx: Tx, before: Date): Promise<readonly ExportRow[]> =>
  tx.deleteFrom('office_export').where('asked_at', '<', before).returningAll().execute();
