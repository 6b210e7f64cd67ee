import type { ExportFormat } from '@firstyear/api-contract/desk';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type ExportRow = Selectable<Database['office_export']>;

export async function insertExport(
  tx: Tx,
  row: Pick<ExportRow, 'staff_id' | 'network' | 'purpose' | 'receiver' | 'condition' | 'filter' | 'asked_at'> & {
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

/** Newest first. With a condition, only exports that were requested under it. */
export const selectExports = (db: Db, since: Date, condition: string | null): Promise<readonly ExportRow[]> =>
  db
    .selectFrom('office_export')
    .selectAll()
    .where('asked_at', '>', since)
    .$if(condition !== null, (query) => query.where('condition', '=', condition))
    .orderBy('asked_at', 'desc')
    .execute();

/** An export counts from the last one of the same kind. */
export type ExportKind = Pick<ExportRow, 'format' | 'filter' | 'condition'>;
const isDone = ({ format, filter, condition }: ExportKind) =>
  sql<boolean>`format = ${format} and filter = ${filter} and condition is not distinct from ${condition} and done_at is not null`;

/** When the last finished export of a kind was requested. */
export async function selectLastExport(db: Db, kind: ExportKind): Promise<Date | undefined> {
  const row = await db
    .selectFrom('office_export')
    .select('asked_at')
    .where(isDone(kind))
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.asked_at;
}

/** The applications among these that earlier exports of a kind contain. */
export async function selectItemsAmong(db: Db, kind: ExportKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('office_export_item')
    .innerJoin('office_export', 'office_export.id', 'office_export_item.export_id')
    .select('application_id')
    .where(isDone(kind))
    .where('application_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ application_id }) => application_id));
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

const isOfOne = (applicationIds: readonly string[]) =>
  sql<boolean>`id in (select export_id from office_export_item where application_id = any(${applicationIds}::uuid[]))`;

/** Counts the exports that withdrawExportsOf() would take away or begin again. */
export async function countExportsOf(db: Db, applicationIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('office_export')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOfOne(applicationIds))
    .where(sql<boolean>`(parts > 0 or (done_at is null and failed_at is null))`)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Takes the files of exports with these applications away: finished ones stay listed without theirs, unfinished ones begin again.
 * Returns the exports as they were.
 */
export async function withdrawExportsOf(tx: Tx, applicationIds: readonly string[]): Promise<readonly ExportRow[]> {
  const isOf = isOfOne(applicationIds);
  const rows = await tx.selectFrom('office_export').selectAll().where(isOf).orderBy('id').forUpdate().execute();
  await tx.updateTable('office_export').set({ parts: 0 }).where(isOf).where('done_at', 'is not', null).execute();
  await tx.updateTable('office_export').set({ started_at: null }).where(isOf).where('done_at', 'is', null).execute();
  return rows;
}

/** Records the end of an export; false if it has to begin again. */
export async function completeExport(
  db: Db,
  id: string,
  end: Pick<ExportRow, 'done_at' | 'parts' | 'size' | 'columns' | 'done'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('office_export')
    .set(end)
    .where('id', '=', id)
    .where('started_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Deletes exports that were requested before a moment and returns them. The last of each kind stays, without its file, since the
 * next one counts from it.
 */
export async function deleteExportsBefore(tx: Tx, before: Date): Promise<readonly ExportRow[]> {
  const old = await tx.selectFrom('office_export').selectAll().where('asked_at', '<', before).forUpdate().execute();
  const isLast = sql<boolean>`done_at is not null and not exists (
    select from office_export as later where later.format = office_export.format and later.filter = office_export.filter
      and later.condition is not distinct from office_export.condition
      and later.done_at is not null and (later.asked_at, later.id) > (office_export.asked_at, office_export.id))`;
  await tx.deleteFrom('office_export').where('asked_at', '<', before).where(sql<boolean>`not (${isLast})`).execute();
  await tx
    .updateTable('office_export')
    .set({ parts: 0 })
    .where('asked_at', '<', before)
    .where('parts', '>', 0)
    .execute();
  return old;
}
