import { MOST_COUNTED, PAGE_ROWS, type Sort } from '@firstyear/api-contract/desk';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { sendWithNext } from '../../../db/server-dialect.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type OfficeRow = Selectable<Database['office_application']>;

/** The columns that the answers give. */
export type RoleColumns = Pick<
  OfficeRow,
  | 'given_name'
  | 'family_name'
  | 'preferred_name'
  | 'term'
  | 'major'
  | 'state'
  | 'country'
  | 'school'
  | 'school_state'
  | 'residence'
  | 'name_key'
  | 'school_key'
>;

/** Sent with what a transaction sends next, or with its commit. */
export async function updateRoleColumns(db: Db, applicationId: string, columns: RoleColumns): Promise<void> {
  await sendWithNext(db, db.updateTable('office_application').set(columns).where('application_id', '=', applicationId));
}

/** Sorts what somebody is assigned by their name as it is now. */
export async function updateAssignedKey(tx: Tx, staffId: string, assigned_key: string): Promise<void> {
  await tx.updateTable('office_application').set({ assigned_key }).where('assigned_to', '=', staffId).execute();
}

/** Until when one applicant may submit though the term has closed. */
export async function selectExtension(db: Db, applicationId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('office_application')
    .select('extended_until')
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row?.extended_until ?? undefined;
}

/** What the office itself writes about an application; each change makes a new version. */
export type OfficeChange = Partial<
  Pick<OfficeRow, 'withdrawn_at' | 'extended_until' | 'assigned_to' | 'assigned_key' | 'labels' | 'looked_at'>
>;

export async function changeRow(tx: Tx, applicationId: string, change: OfficeChange): Promise<void> {
  await tx
    .updateTable('office_application')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('application_id', '=', applicationId)
    .execute();
}

export type LookRow = Selectable<Database['office_look']>;

/** Who of the office has looked at an application or has it open. */
export const selectLooks = (db: Db, applicationId: string): Promise<readonly LookRow[]> =>
  db.selectFrom('office_look').selectAll().where('application_id', '=', applicationId).execute();

/** Notes when somebody looked, or that they have it open. */
export async function noteLook(
  db: Db,
  look: Pick<LookRow, 'staff_id' | 'application_id'> & Partial<Pick<LookRow, 'looked_at' | 'present_at'>>,
): Promise<void> {
  const { staff_id: _, application_id: __, ...times } = look;
  await db
    .insertInto('office_look')
    .values({ looked_at: null, present_at: null, ...look })
    .onConflict((conflict) => conflict.columns(['staff_id', 'application_id']).doUpdateSet(times))
    .execute();
}

/** A condition on rows of the list; several hold together. */
export type Condition = RawBuilder<boolean>;

const COLUMN_OF = {
  name: 'name_key',
  school: 'school_key',
  term: 'term',
  major: 'major',
  state: 'state',
  assigned: 'assigned_key',
  moment: 'moment',
} as const satisfies Record<Sort, keyof OfficeRow>;

/** A row with its moment to the microsecond, which a Date does not have. */
export interface PlacedRow extends OfficeRow {
  readonly exact_moment: string;
}
const exactMoment =
  sql<string>`to_char(office_application.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
    'exact_moment',
  );

/** A place in a list: between the rows before this value and id, and those after. */
export interface Place {
  readonly value: string;
  readonly id: string;
}
export interface Order {
  readonly sort: Sort;
  readonly isDescending: boolean;
}

export const placeOf = ({ sort }: Order, row: PlacedRow): Place => {
  const column = COLUMN_OF[sort];
  return { value: column === 'moment' ? row.exact_moment : row[column], id: row.application_id };
};

/** As the indexes have it: accounts that have not begun are in no list. */
const isBegun = sql<boolean>`office_application.status <> 'none'`;
export const all = (conditions: readonly Condition[]) =>
  sql<boolean>`(${sql.join([isBegun, ...conditions], sql` and `)})`;

/** The ids of rows within conditions, or their addresses, for a query of another table. */
export const idsWithin = (conditions: readonly Condition[]): RawBuilder<string> =>
  sql<string>`(select application_id from office_application where ${all(conditions)})`;
export const emailsWithin = (conditions: readonly Condition[]): RawBuilder<string> =>
  sql<string>`(select email from office_application where ${all(conditions)})`;

const directionOf = (order: Pick<Order, 'isDescending'>, from: { readonly isBackwards: boolean }) =>
  order.isDescending === from.isBackwards ? 'asc' : 'desc';

/** The rows of a list. */
export interface Fitting {
  readonly conditions: readonly Condition[];
  /** Found by the indexes of their conditions and then sorted: for few rows. Many are met soon along the index of their order. */
  readonly isCollected: boolean;
}

/** Ids beyond a place, in an order or in its reverse. */
function ordered(
  db: Db,
  { conditions, isCollected }: Fitting,
  { sort, isDescending }: Order,
  from: { readonly place: Place | undefined; readonly isBackwards: boolean },
) {
  const direction = directionOf({ isDescending }, from);
  const beyond = direction === 'asc' ? sql`>` : sql`<`;
  const { place } = from;
  const value = place && (sort === 'moment' ? sql`${place.value}::timestamptz` : sql`${place.value}`);
  return db
    .with(
      (cte) => (isCollected ? cte('fitting').materialized() : cte('fitting').notMaterialized()),
      (query) =>
        query
          .selectFrom('office_application')
          .select(['application_id', sql<unknown>`${sql.ref(COLUMN_OF[sort])}`.as('value')])
          .where(all(conditions)),
    )
    .selectFrom('fitting')
    .select(['application_id', 'value'])
    .$if(place !== undefined, (query) =>
      query.where(sql<boolean>`(value, application_id) ${beyond} (${value}, ${place?.id}::uuid)`),
    )
    .orderBy('value', direction)
    .orderBy('application_id', direction);
}

/** A row with what this person has done about it, and of a draft where it stands. */
export interface ListedRow extends PlacedRow {
  readonly last_page: string;
  readonly changed_at: Date;
  readonly mine_looked_at: Date | null;
}

/** A page of rows in the list's order, and whether there are more beyond it. */
export async function selectPage(
  db: Db,
  fitting: Fitting,
  order: Order,
  from: { readonly place: Place | undefined; readonly isBackwards: boolean; readonly staffId: string },
): Promise<{ readonly rows: readonly ListedRow[]; readonly hasMore: boolean }> {
  const page = ordered(db, fitting, order, from).limit(PAGE_ROWS + 1);
  const found = await db
    .selectFrom(page.as('page'))
    .innerJoin('office_application', 'office_application.application_id', 'page.application_id')
    .innerJoin('application', 'application.id', 'page.application_id')
    .leftJoin('office_look', (join) =>
      join.onRef('office_look.application_id', '=', 'page.application_id').on('staff_id', '=', from.staffId),
    )
    .selectAll('office_application')
    .select(exactMoment)
    .select([
      'application.last_page',
      'application.updated_at as changed_at',
      'office_look.looked_at as mine_looked_at',
    ])
    // Joined rows come in any order.
    .orderBy('page.value', directionOf(order, from))
    .orderBy('page.application_id', directionOf(order, from))
    .execute();
  const kept = found.slice(0, PAGE_ROWS);
  return { rows: from.isBackwards ? kept.reverse() : kept, hasMore: found.length > PAGE_ROWS };
}

/** The row next to a place, in the list's order or before it. */
export async function selectNext(
  db: Db,
  fitting: Fitting,
  order: Order,
  from: { readonly place: Place; readonly isBackwards: boolean },
): Promise<string | undefined> {
  const row = await ordered(db, fitting, order, from).limit(1).executeTakeFirst();
  return row?.application_id;
}

/** How many rows fit; up to one more than `most`. */
export async function countRows(db: Db, conditions: readonly Condition[], most: number): Promise<number> {
  const rows = db
    .selectFrom('office_application')
    .select(sql`1`.as('one'))
    .where(all(conditions))
    .limit(most + 1);
  const { count } = await db
    .selectFrom(rows.as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many rows stand before a place; up to one more than is counted. */
export async function countBefore(db: Db, fitting: Fitting, order: Order, place: Place): Promise<number> {
  const rows = ordered(db, fitting, order, { place, isBackwards: true }).limit(MOST_COUNTED + 1);
  const { count } = await db
    .selectFrom(rows.as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The row of an application, within conditions; held until the transaction ends where it is going to be changed. */
export function selectRow(
  db: Db,
  id: string,
  conditions: readonly Condition[],
  isHeld = false,
): Promise<PlacedRow | undefined> {
  return db
    .selectFrom('office_application')
    .selectAll()
    .select(exactMoment)
    .where('application_id', '=', id)
    .where(all(conditions))
    .$if(isHeld, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** What the office keeps of an application, and who of it has looked. */
export async function selectOfficeRows(db: Db, id: string) {
  const listed = await db.selectFrom('office_application').selectAll().where('application_id', '=', id).execute();
  const looks = await db.selectFrom('office_look').selectAll().where('application_id', '=', id).execute();
  return { listed, looks };
}

/** All rows that fit, in an order, up to a number. */
export function selectAll(db: Db, fitting: Fitting, order: Order, limit: number): Promise<readonly OfficeRow[]> {
  const from = { place: undefined, isBackwards: false };
  return db
    .selectFrom(ordered(db, fitting, order, from).limit(limit).as('page'))
    .innerJoin('office_application', 'office_application.application_id', 'page.application_id')
    .selectAll('office_application')
    .orderBy('page.value', directionOf(order, from))
    .orderBy('page.application_id', directionOf(order, from))
    .execute();
}

/** Some of the rows that fit, in no order. */
export async function selectSomeIds(
  db: Db,
  conditions: readonly Condition[],
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('office_application')
    .select('application_id')
    .where(all(conditions))
    .limit(limit)
    .execute();
  return rows.map(({ application_id }) => application_id);
}

/** The first rows that fit, in the order of their ids. */
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

/** The rows of some applications within conditions. */
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

const SIMILAR = 50;
/** How alike names are at least, the most alike first: a short text is a little like thousands of names. */
const SIMILARITIES = [0.6, 0.4];
const MOST_COMPARED = 1_000;

/** Of the rows that fit, those whose names are most like a text. Evaluated once: beside other conditions it would be evaluated for each row. */
export function selectSimilar(db: Db, text: string, conditions: readonly Condition[]): Promise<readonly string[]> {
  return db.transaction().execute(async (tx) => {
    const found = new Set<string>();
    for (const similarity of SIMILARITIES) {
      await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarity)}, true)`.execute(tx);
      const near = tx
        .selectFrom('office_application')
        .select(['application_id', sql<number>`word_similarity(${text}, name_key)`.as('similarity')])
        .where(sql<boolean>`${text} <% name_key`)
        .where(all(conditions))
        .limit(MOST_COMPARED);
      const rows = await tx
        .selectFrom(near.as('near'))
        .select('application_id')
        .orderBy('similarity', 'desc')
        .limit(SIMILAR)
        .execute();
      for (const { application_id } of rows) found.add(application_id);
      if (found.size >= SIMILAR) break;
    }
    return [...found].slice(0, SIMILAR);
  });
}

/** Values that stand in a column of some rows, for filters. */
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

export type ViewRow = Selectable<Database['office_view']>;

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

/** Makes the rows that are missing among the next applications, and refreshes those; returns the last id. */
export async function refreshRowsAfter(db: Db, id: string, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with next as (select application_id as id from office_application where application_id > ${id} order by application_id limit ${count})
    select next.id, refresh_office_application(next.id) from next order by next.id`.execute(db);
  return rows.map((row) => row.id);
}
