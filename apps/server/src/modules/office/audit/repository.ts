import { type RawBuilder, type Selectable, sql } from 'kysely';
import { sendWithNext } from '../../../db/server-dialect.ts';
import type { Db } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type AuditRow = Selectable<Database['audit_event']>;

/** `detail` is JSON. */
export async function insertEvent(
  db: Db,
  event: Omit<AuditRow, 'id' | 'actor' | 'detail'> & { readonly actor: string; readonly detail: string },
): Promise<void> {
  await sendWithNext(db, db.insertInto('audit_event').values(event));
}

/** Oldest first. */
export function selectEventsOf(db: Db, accountId: string): Promise<readonly AuditRow[]> {
  return db.selectFrom('audit_event').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export interface AuditFilter {
  readonly accountId: string | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
}

/** The newest events that fit, oldest first. */
export async function selectEvents(db: Db, { accountId, since, limit }: AuditFilter): Promise<readonly AuditRow[]> {
  let query = db.selectFrom('audit_event').selectAll();
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (since !== undefined) query = query.where('at', '>=', since);
  const newest = await query.orderBy('id', 'desc').limit(limit).execute();
  return newest.reverse();
}

/** When an event of this kind happened last. */
export async function selectLastTime(db: Db, kind: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit_event')
    .select('at')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** Deletes failed logins at addresses without an account after 30 days; the database has the rule. */
export async function deleteOldFailedLogins(db: Db): Promise<void> {
  for (;;) {
    const call = sql<number>`delete_old_failed_logins()`.as('deleted');
    const { deleted } = await db.selectNoFrom(call).executeTakeFirstOrThrow();
    if (deleted === 0) return;
  }
}

/** Whether the role of this connection could change or delete lines of the trail, or lift what forbids it. */
export async function selectCanAlter(db: Db): Promise<boolean> {
  const table = sql`'audit_event'::regclass`;
  const { can_alter } = await db
    .selectNoFrom(
      sql<boolean>`has_table_privilege(${table}, 'update, delete, truncate, trigger')
        or pg_has_role((select relowner from pg_class where oid = ${table}), 'member')`.as('can_alter'),
    )
    .executeTakeFirstOrThrow();
  return can_alter;
}

/** Events of some applications, by a query of their ids, and everything of one person. */
export interface Within {
  readonly ids: RawBuilder<string>;
  readonly staffId: string;
}
const isOf = (staffId: string) => sql<boolean>`actor = ${`staff ${staffId}`}`;

/** Which events; days are those of a time zone, both included. */
export interface PageFilter {
  readonly person?: string | undefined;
  readonly application?: string | undefined;
  readonly kind?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only what people of the office did. */
  readonly isOfOffice: boolean;
  readonly within: Within | undefined;
  readonly timeZone: string;
  readonly beforeId: number | undefined;
  readonly limit: number;
}

const dayBegins = (day: string, days: number, timeZone: string) =>
  sql<Date>`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${timeZone})`;

/** Events that fit, newest first. */
export function selectPage(db: Db, filter: PageFilter): Promise<readonly AuditRow[]> {
  const { person, application, kind, from, to, isOfOffice, within, timeZone, beforeId, limit } = filter;
  let query = db.selectFrom('audit_event').selectAll();
  if (person !== undefined) query = query.where('actor', '=', `staff ${person}`);
  if (application !== undefined) query = query.where(sql<boolean>`detail ->> 'application_id' = ${application}`);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (from !== undefined) query = query.where('at', '>=', dayBegins(from, 0, timeZone));
  if (to !== undefined) query = query.where('at', '<', dayBegins(to, 1, timeZone));
  if (isOfOffice) query = query.where('actor', 'like', 'staff %');
  if (within !== undefined) {
    const isAbout = sql<boolean>`detail ->> 'application_id' in (select one::text from ${within.ids} as ids (one))`;
    query = query.where((eb) => eb.or([isOf(within.staffId), isAbout]));
  }
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Kinds of events with which something leaves the building: by page, and by the command line. */
const DISCLOSURES = ['export_taken', 'applications_exported'];
const MOST_DISCLOSURES = 1_000;

/** Newest first; of one person where one is named. */
export const selectDisclosures = (db: Db, staffId: string | undefined): Promise<readonly AuditRow[]> =>
  db
    .selectFrom('audit_event')
    .selectAll()
    .where('kind', 'in', DISCLOSURES)
    .$if(staffId !== undefined, (query) => query.where(isOf(staffId ?? '')))
    .orderBy('id', 'desc')
    .limit(MOST_DISCLOSURES)
    .execute();
