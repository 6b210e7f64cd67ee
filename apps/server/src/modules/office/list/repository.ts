import { MOST_COUNTED, PAGE_ROWS, type Sort } from '@firstyear/api-contract/desk';
import { fold } from '@firstyear/school-search/school-text';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type OfficeRow = Selectable<Database['office_application']>;

/** The columns that the office writes. Each change increments the row's version. */
export type OfficeChange = Partial<
  Pick<OfficeRow, 'withdrawn_at' | 'extended_until' | 'assigned_to' | 'assigned_key' | 'stage' | 'labels' | 'looked_at'>
>;

export async function changeRow(tx: Tx, applicationId: string, change: OfficeChange): Promise<void> {
  await tx
    .updateTable('office_application')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('application_id', '=', applicationId)
    .execute();
}

/** Updates a colleague's name where applications are assigned to them; '' when they have left. */
export async function recordColleague(tx: Tx, staffId: string, name: string): Promise<void> {
  await tx
    .updateTable('office_application')
    .set({ assigned_key: fold(name) })
    .where('assigned_to', '=', staffId)
    .execute();
}

type LookRow = Selectable<Database['office_look']>;

/** When each colleague looked at an application or had it open. */
export const selectLooks = (db: Db, applicationId: string): Promise<readonly LookRow[]> =>
  db.selectFrom('office_look').selectAll().where('application_id', '=', applicationId).execute();

/** Records when a colleague looked at an application, or that they have it open. */
export async function recordLook(
  db: Db,
  look: Pick<LookRow, 'staff_id' | 'application_id'> & Partial<Pick<LookRow, 'looked_at' | 'present_at'>>,
): Promise<void> {
  const { staff_id: _, application_id: __, ...times } = look;
  await db
    .insertInto('office_look')
    .values(look)
    .onConflict((conflict) => conflict.columns(['staff_id', 'application_id']).doUpdateSet(times))
    .execute();
}

/** A condition on rows of the list. Several are combined with `and`. */
export type Condition = RawBuilder<boolean>;

const COLUMN_OF = {
  name: 'name_key',
  school: 'school_key',
  term: 'term',
  major: 'major',
  state: 'state',
  assigned: 'assigned_key',
  moment: 'moment',
  to_check: 'to_check_since',
} as const satisfies Record<Order['sort'], keyof OfficeRow>;

/** A row with its moment in microseconds; a Date only has milliseconds. */
interface PlacedRow extends OfficeRow {
  readonly exact_moment: string;
}
const exactMoment =
  sql<string>`to_char(office_application.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
    'exact_moment',
  );

/** A position in a list, between the rows before and after this value and id. */
export interface Place {
  readonly value: string;
  readonly id: string;
}
export interface Order {
  /** `to_check`: of what waits to be checked. */
  readonly sort: Sort | 'to_check';
  readonly isDescending: boolean;
}

export const placeOf = ({ sort }: Order, row: PlacedRow): Place => {
  const column = COLUMN_OF[sort];
  if (column === 'moment') return { value: row.exact_moment, id: row.application_id };
  const value = row[column];
  return { value: value instanceof Date ? value.toISOString() : (value ?? ''), id: row.application_id };
};

/** As in the indexes. No list has accounts without an application. */
const isBegun = sql<boolean>`office_application.status <> 'none'`;
export const all = (conditions: readonly Condition[]) =>
  sql<boolean>`(${sql.join([isBegun, ...conditions], sql` and `)})`;

/** Subqueries with the ids or email addresses of matching rows. */
export const idsWithin = (conditions: readonly Condition[]): RawBuilder<string> =>
  sql<string>`(select application_id from office_application where ${all(conditions)})`;
export const emailsWithin = (conditions: readonly Condition[]): RawBuilder<string> =>
  sql<string>`(select email from office_application where ${all(conditions)})`;

const directionOf = (order: Pick<Order, 'isDescending'>, from: { readonly isBackwards: boolean }) =>
  order.isDescending === from.isBackwards ? 'asc' : 'desc';

export interface Matching {
  readonly conditions: readonly Condition[];
  /** Whether to find the rows by the indexes of their conditions and sort them. For many rows, the index of their order is faster. */
  readonly isCollected: boolean;
}

/** The ids after a place, in an order or its reverse. */
function selectOrdered(
  db: Db,
  { conditions, isCollected }: Matching,
  { sort, isDescending }: Order,
  from: { readonly place: Place | undefined; readonly isBackwards: boolean },
) {
  const direction = directionOf({ isDescending }, from);
  const beyond = direction === 'asc' ? sql`>` : sql`<`;
  const { place } = from;
  const value =
    place && (sort === 'moment' || sort === 'to_check' ? sql`${place.value}::timestamptz` : sql`${place.value}`);
  return db
    .with(
      (cte) => (isCollected ? cte('matching').materialized() : cte('matching').notMaterialized()),
      (query) =>
        query
          .selectFrom('office_application')
          .select(['application_id', sql<unknown>`${sql.ref(COLUMN_OF[sort])}`.as('value')])
          .where(all(conditions)),
    )
    .selectFrom('matching')
    .select(['application_id', 'value'])
    .$if(place !== undefined, (query) =>
      query.where(sql<boolean>`(value, application_id) ${beyond} (${value}, ${place?.id}::uuid)`),
    )
    .orderBy('value', direction)
    .orderBy('application_id', direction);
}

/** A row as the list shows it to a colleague. */
export interface ListedRow extends PlacedRow {
  readonly last_page: string;
  readonly changed_at: Date;
  readonly viewer_opened_at: Date | null;
}

/** A page of rows in the list's order, and whether there are more beyond it. */
export async function selectPage(
  db: Db,
  matching: Matching,
  order: Order,
  from: { readonly place: Place | undefined; readonly isBackwards: boolean; readonly staffId: string },
): Promise<{ readonly rows: readonly ListedRow[]; readonly hasMore: boolean }> {
  const page = selectOrdered(db, matching, order, from).limit(PAGE_ROWS + 1);
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('office_application', 'office_application.application_id', 'page.application_id')
    .innerJoin('application', 'application.id', 'page.application_id')
    .leftJoin('office_look', (join) =>
      join.onRef('office_look.application_id', '=', 'page.application_id').on('staff_id', '=', from.staffId),
    )
    .selectAll('office_application')
    .select(exactMoment)
    .select(['application.last_page', 'application.updated_at as changed_at'])
    .select(sql<Date | null>`greatest(office_look.present_at, office_look.looked_at)`.as('viewer_opened_at'))
    // Joined rows come in any order.
    .orderBy('page.value', directionOf(order, from))
    .orderBy('page.application_id', directionOf(order, from))
    .execute();
  const shown = rows.slice(0, PAGE_ROWS);
  return { rows: from.isBackwards ? shown.reverse() : shown, hasMore: rows.length > PAGE_ROWS };
}

/** The id after a place, or before it. */
export async function selectNext(
  db: Db,
  matching: Matching,
  order: Order,
  from: { readonly place: Place; readonly isBackwards: boolean },
): Promise<string | undefined> {
  const row = await selectOrdered(db, matching, order, from).limit(1).executeTakeFirst();
  return row?.application_id;
}

const countOf = (db: Db, rows: Expression<unknown>) =>
  db.selectNoFrom(sql<number>`(select count(*) from ${rows} as rows)`.as('count'));

/** Counts matching rows, up to a limit; the key is the same for the same rows and limit. */
export function countRows(db: Db, conditions: readonly Condition[], limit: number) {
  const query = countOf(
    db,
    db.selectFrom('office_application').select(sql`1`.as('one')).where(all(conditions)).limit(limit),
  );
  const { sql: text, parameters } = query.compile();
  return {
    key: JSON.stringify([text, parameters]),
    execute: async (): Promise<number> => (await query.executeTakeFirstOrThrow()).count,
  };
}

/** Counts the rows before a place, up to MOST_COUNTED. */
export async function countBefore(db: Db, matching: Matching, order: Order, place: Place): Promise<number> {
  const rows = selectOrdered(db, matching, order, { place, isBackwards: true }).limit(MOST_COUNTED);
  return (await countOf(db, rows).executeTakeFirstOrThrow()).count;
}

/** The row of an application if it matches, optionally locked until the transaction ends. */
export function selectRow(
  db: Db,
  id: string,
  conditions: readonly Condition[],
  isLocked = false,
): Promise<PlacedRow | undefined> {
  return db
    .selectFrom('office_application')
    .selectAll()
    .select(exactMoment)
    .where('application_id', '=', id)
    .where(all(conditions))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Matching rows, in an order, up to a limit. */
export function selectAll(db: Db, matching: Matching, order: Order, limit: number): Promise<readonly OfficeRow[]> {
  const from = { place: undefined, isBackwards: false };
  return db
    .selectFrom(selectOrdered(db, matching, order, from).limit(limit).as('page'))
    .innerJoin('office_application', 'office_application.application_id', 'page.application_id')
    .selectAll('office_application')
    .orderBy('page.value', directionOf(order, from))
    .orderBy('page.application_id', directionOf(order, from))
    .execute();
}

/** Ids of matching rows, up to a limit. */
export async function selectIds(db: Db, conditions: readonly Condition[], limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('office_application')
    .select('application_id')
    .where(all(conditions))
    .orderBy('application_id')
    .limit(limit)
    .execute();
  return rows.map(({ application_id }) => application_id);
}

/** The matching rows among some applications. */
export async function selectRows(
  db: Db,
  conditions: readonly Condition[],
  ids: readonly string[],
): Promise<readonly OfficeRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('office_application')
    .selectAll()
    .where('application_id', 'in', ids)
    .where(all(conditions))
    .orderBy('name_key')
    .orderBy('application_id')
    .execute();
}

/** These applications as the audit trail names them: by confirmation numbers, or ids of drafts, separated by spaces. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<string> {
  const name = sql<string>`coalesce(string_agg(coalesce(confirmation_number, application_id::text), ' '), '')`;
  const query = db.selectFrom('office_application').select(name.as('names'));
  return (await query.where(sql<boolean>`application_id = any(${ids}::uuid[])`).executeTakeFirstOrThrow()).names;
}

const MAX_SIMILAR = 10;
/** Garzia is like García, Jefferson isn't like Testerson. */
const SIMILARITY = '0.33';
const MAX_COMPARED = 1_000;

/** The matching rows with the names most similar to a text, compared by whole words. A separate query, since together with other conditions similarity is computed for every row. */
export function selectSimilar(db: Db, text: string, conditions: readonly Condition[]): Promise<readonly string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.strict_word_similarity_threshold', ${SIMILARITY}, true)`.execute(tx);
    const near = tx
      .selectFrom('office_application')
      .select(['application_id', sql<number>`strict_word_similarity(${text}, name_key)`.as('similarity')])
      .where(sql<boolean>`${text} <<% name_key`)
      .where(all(conditions))
      .limit(MAX_COMPARED);
    const rows = await tx
      .selectFrom(near.as('near'))
      .select('application_id')
      .orderBy('similarity', 'desc')
      .orderBy('application_id')
      .limit(MAX_SIMILAR)
      .execute();
    return rows.map(({ application_id }) => application_id);
  });
}

/** The labels of matching rows, for filters. */
export async function selectLabels(db: Db, conditions: readonly Condition[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('office_application')
    .select(sql<string>`unnest(labels)`.as('label'))
    .where(all([sql<boolean>`labels <> '{}'`, ...conditions]))
    .distinct()
    .orderBy('label')
    .execute();
  return rows.map(({ label }) => label);
}

/** Every label with its number of applications. */
export async function selectLabelCounts(
  db: Db,
): Promise<readonly { readonly label: string; readonly count: number }[]> {
  return db
    .selectFrom('office_application')
    .select([sql<string>`unnest(labels)`.as('label'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('label')
    .orderBy('label')
    .execute();
}

/** Replaces a label wherever it is, also in saved views. Returns the ids of the applications that had it. */
export async function replaceLabel(tx: Tx, label: string, by: string): Promise<readonly string[]> {
  const labels = sql<string[]>`array(
    select distinct name collate "C" from unnest(array_replace(labels, ${label}, ${by})) as names (name) order by 1)`;
  const rows = await tx
    .updateTable('office_application')
    .set({ labels, version: sql<number>`version + 1` })
    .where(sql<boolean>`labels @> ${[label]}::text[]`)
    .returning('application_id')
    .execute();
  await tx
    .updateTable('office_view')
    .set({ filter: sql`jsonb_set(filter, '{label}', to_jsonb(${by}::text))` })
    .where(sql<boolean>`filter ->> 'label' = ${label}`)
    .execute();
  return rows.map(({ application_id }) => application_id);
}

/** Makes transactions that add labels follow each other. */
export async function lockLabels(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('office labels', 0))`.execute(tx);
}

type ViewRow = Selectable<Database['office_view']>;

export const selectViews = (db: Db, staffId: string): Promise<readonly ViewRow[]> =>
  db
    .selectFrom('office_view')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function insertView(
  db: Db,
  view: Omit<ViewRow, 'id' | 'filter'> & { readonly filter: string },
): Promise<string> {
  const { id } = await db.insertInto('office_view').values(view).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function deleteView(db: Db, staffId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('office_view')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Inserts or refreshes the rows of the next applications, and returns their ids. */
export async function refreshRowsAfter(db: Db, id: string, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with next as (select application_id as id from office_application where application_id > ${id} order by application_id limit ${count})
    select next.id, refresh_office_application(next.id) from next order by next.id`.execute(db);
  return rows.map((row) => row.id);
}
