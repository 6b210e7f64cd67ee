import type { QueryOf } from '@firstyear/api-contract/call';
import { type auditTrail, LEFT_OFFICE } from '@firstyear/api-contract/desk';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { dayBegins } from '../../db/day-begins.ts';
import type { Db } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';

export type AuditRow = Selectable<Database['audit_event']>;

/** `detail` is JSON. */
export async function insertEvent(
  db: Db,
  event: Omit<AuditRow, 'id' | 'detail'> & { readonly detail: string },
): Promise<void> {
  await db.insertInto('audit_event').values(event).execute();
}

/** Keeps a colleague's reason beside the trail, which nobody can change: it goes with the application. */
export async function insertReason(db: Db, reason: Insertable<Database['office_reason']>): Promise<void> {
  await db.insertInto('office_reason').values(reason).execute();
}

/** Events with the reasons that are still kept; of a message to many its words to this application, or to the first. */
async function withReasons<T extends AuditRow>(
  db: Db,
  events: readonly T[],
  applicationId?: string,
): Promise<readonly T[]> {
  const keyOf = ({ detail: { reason_id, many_id } }: AuditRow) => String(reason_id ?? many_id ?? '');
  const keys = events.map(keyOf).filter((key) => key !== '');
  if (keys.length === 0) return events;
  const key = sql<string>`coalesce(many_id, id)`;
  const rows = await db
    .selectFrom('office_reason')
    .select([key.as('key'), 'text'])
    .distinctOn(key)
    .where(sql<boolean>`(id = any(${keys}::uuid[]) or many_id = any(${keys}::uuid[]))
      and application_id = coalesce(${applicationId ?? null}::uuid, application_id)`)
    .orderBy(key)
    .orderBy('application_id')
    .execute();
  const reasons = new Map(rows.map(({ key, text }) => [key, text]));
  return events.map((event) => {
    const reason = reasons.get(keyOf(event));
    return reason === undefined ? event : { ...event, detail: { ...event.detail, reason } };
  });
}

/** An application as acts on many and exports name it: by its confirmation number, or its id while it has none. */
export interface NamedApplication {
  readonly id: string;
  readonly number: string | null;
}

const isAmongMany = ({ id, number }: NamedApplication) =>
  sql<boolean>`(detail ? 'applications'
    and string_to_array(detail ->> 'applications', ' ') && ${[id, ...(number === null ? [] : [number])]}::text[])`;

/** The events of an account, oldest first; with an application, also acts on many and exports, this one among them. */
export async function selectEventsOf(
  db: Db,
  accountId: string,
  application?: NamedApplication,
): Promise<readonly AuditRow[]> {
  const isOwn = sql<boolean>`account_id = ${accountId}`;
  const isShown = application ? sql<boolean>`(${isOwn} or ${isAmongMany(application)})` : isOwn;
  const events = db.selectFrom('audit_event').selectAll().where(isShown).orderBy('id');
  return withReasons(db, await events.execute(), application?.id);
}

/** Deletes failed logins at addresses without an account after 30 days, by a function of the database. */
export async function deleteOldFailedLogins(db: Db): Promise<void> {
  for (;;) {
    const call = sql<number>`delete_old_failed_logins()`.as('deleted');
    const { deleted } = await db.selectNoFrom(call).executeTakeFirstOrThrow();
    if (deleted === 0) return;
  }
}

/** Whether this connection's role could change or delete events, or remove the rule that forbids it. */
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

const isBy = (staffId: string) => sql<boolean>`actor = ${`staff ${staffId}`}`;

/** Events with which data leaves the office: in its app, by command, and through links for staff. */
const LEAVING = [
  'export_taken',
  'applications_exported',
  'packet_made',
  'person_exported',
  'service_view',
  'trail_taken',
];
/** An event names no more applications than this: an export may have a million. */
const MOST_NAMED = 100;

/** An event without the applications that it is about, and the first of them. */
export interface TrailRow extends AuditRow {
  readonly named: readonly string[] | null;
}

/** The days `from` and `to` are in a time zone, both included. */
interface PageFilter extends Omit<QueryOf<typeof auditTrail>, 'before' | 'application' | 'q'> {
  /** Only events about one of these and their accounts. */
  readonly applications: readonly (NamedApplication & { readonly accountId: string })[] | undefined;
  /** Only events of colleagues. */
  readonly isOfOffice: boolean;
  /** In a limited role: events of its applications, by a subquery of their ids, and of the colleague. */
  readonly within: { readonly ids: RawBuilder<string>; readonly staffId: string } | undefined;
  readonly timeZone: string;
  readonly beforeId: number | undefined;
  readonly limit: number;
}

/** Matching events, newest first. */
export async function selectPage(db: Db, filter: PageFilter): Promise<readonly TrailRow[]> {
  const { person, applications, kind, from, to, isOfOffice, within, timeZone, beforeId, limit } = filter;
  let query = db
    .selectFrom('audit_event')
    .select(['id', 'at', 'kind', 'account_id', 'actor', 'token_id', 'network'])
    .select(sql<AuditRow['detail']>`detail - 'applications'`.as('detail'))
    .select(
      sql<string[] | null>`(string_to_array(detail ->> 'applications', ' '))[1:${sql.lit(MOST_NAMED)}]`.as('named'),
    );
  if (person !== undefined) query = query.where(isBy(person));
  if (applications !== undefined) {
    query = query.where((eb) =>
      eb.or(
        applications.flatMap((application) => [
          sql<boolean>`detail ->> 'application_id' = ${application.id}`,
          sql<boolean>`(account_id = ${application.accountId} and detail ->> 'application_id' is null)`,
          isAmongMany(application),
        ]),
      ),
    );
  }
  if (kind === LEFT_OFFICE) query = query.where('kind', 'in', LEAVING);
  else if (kind !== undefined) query = query.where('kind', '=', kind);
  if (from !== undefined) query = query.where('at', '>=', dayBegins(from, 0, timeZone));
  if (to !== undefined) query = query.where('at', '<', dayBegins(to, 1, timeZone));
  if (isOfOffice) query = query.where('actor', 'like', 'staff %');
  if (within !== undefined) {
    const isAbout = sql<boolean>`detail ->> 'application_id' in (select id::text from ${within.ids} as ids (id))`;
    query = query.where((eb) => eb.or([isBy(within.staffId), isAbout]));
  }
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return withReasons(db, await query.orderBy('id', 'desc').limit(limit).execute());
}
