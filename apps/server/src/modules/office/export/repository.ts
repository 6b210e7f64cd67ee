import type { ExportFormat } from '@firstyear/api-contract/desk';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type ExportRow = Selectable<Database['office_export']>;

export async function insertExport(
  tx: Tx,
  row: Pick<
    ExportRow,
    'staff_id' | 'network' | 'purpose' | 'receiver' | 'condition' | 'filter' | 'label' | 'asked_at' | 'chosen_columns'
  > & {
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

/** Exports of the same kind count from each other. */
export type ExportKind = Pick<ExportRow, 'format' | 'filter' | 'label' | 'condition'>;
/** A hash, and then the label, which can be renamed. */
const nameOf = ({ format, filter, label, condition }: ExportKind) =>
  sql<string>`(md5(concat_ws(' ', ${format}::text, ${filter}::text, ${condition}::text)) || ${label}::text)`;
const HASH_LENGTH = 32;

/** Excludes submissions in the list that somebody has downloaded in an export of this kind. */
export const notExported = (kind: ExportKind): RawBuilder<boolean> => sql<boolean>`not exists (
  select from office_exported where kind = ${nameOf(kind)} and application_id = office_application.application_id
    and submitted_at = office_application.submitted_at and office_application.withdrawn_at is not distinct from office_exported.withdrawn_at)`;

/** An application as it was written into the file of an export. */
export interface WrittenItem {
  readonly id: string;
  readonly submitted_at: Date;
  readonly withdrawn_at: Date | null;
}

/** Records what was written into the file of an export. */
export async function markWritten(db: Db, exportId: string, items: readonly WrittenItem[]): Promise<void> {
  await sql`update office_export_item as item set submitted_at = written.submitted_at, withdrawn_at = written.withdrawn_at
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ submitted_at }) => submitted_at)}::timestamptz[],
      ${items.map(({ withdrawn_at }) => withdrawn_at)}::timestamptz[]) as written (id, submitted_at, withdrawn_at)
    where item.export_id = ${exportId}::uuid and item.application_id = written.id`.execute(db);
}

const orLater = sql`on conflict (kind, application_id) do update
  set submitted_at = excluded.submitted_at, withdrawn_at = excluded.withdrawn_at
  where office_exported.submitted_at <= excluded.submitted_at`;

/** Records that somebody has the file of an export, so that later ones of its kind can leave out what is in it. */
export async function markDownloaded(db: Db, row: ExportRow): Promise<void> {
  await sql`insert into office_exported (kind, application_id, submitted_at, withdrawn_at)
    select ${nameOf(row)}, application_id, submitted_at, withdrawn_at from office_export_item
    where export_id = ${row.id}::uuid and submitted_at is not null
    ${orLater}`.execute(db);
}

/** Makes exports of a label count from each other with those of the label that it was renamed to, or merged into. */
export async function renameLabelOfExports(tx: Tx, label: string, by: string): Promise<void> {
  await tx.updateTable('office_export').set({ label: by }).where('label', '=', label).execute();
  await sql`with renamed as (
      delete from office_exported where substr(kind, ${HASH_LENGTH + 1}) = ${label} returning *)
    insert into office_exported (kind, application_id, submitted_at, withdrawn_at)
    select left(kind, ${HASH_LENGTH}) || ${by}::text, application_id, submitted_at, withdrawn_at from renamed
    ${orLater}`.execute(tx);
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

/** The confirmation numbers of the applications in the file of an export, separated by spaces. */
export async function selectNumbers(db: Db, exportId: string): Promise<string> {
  const { numbers } = await db
    .selectFrom('office_export_item')
    .innerJoin('office_application', 'office_application.application_id', 'office_export_item.application_id')
    .select(sql<string>`coalesce(string_agg(office_application.confirmation_number, ' '), '')`.as('numbers'))
    .where('export_id', '=', exportId)
    .where('office_export_item.submitted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return numbers;
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

/** Deletes exports that were requested before a moment and returns them. */
export const deleteExportsBefore = (tx: Tx, before: Date): Promise<readonly ExportRow[]> =>
  tx.deleteFrom('office_export').where('asked_at', '<', before).returningAll().execute();
