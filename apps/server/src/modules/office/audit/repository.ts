import { type Selectable, sql } from 'kysely';
import { namedQuery } from '../../../db/named-query.ts';
import { sendWithNext } from '../../../db/server-dialect.ts';
import type { Db } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type AuditRow = Selectable<Database['audit_event']>;

const insertQuery = namedQuery(
  'insert_event',
  (
    db,
    at: Date,
    kind: string,
    account_id: string | null,
    detail: string,
    actor: string,
    token_id: string | null,
    network: string | null,
  ) => db.insertInto('audit_event').values({ at, kind, account_id, detail, actor, token_id, network }),
);

/** `detail` is JSON. */
export async function insertEvent(
  db: Db,
  event: Omit<AuditRow, 'id' | 'actor' | 'detail'> & { readonly actor: string; readonly detail: string },
): Promise<void> {
  const { at, kind, account_id, detail, actor, token_id, network } = event;
  await sendWithNext(db, insertQuery(db, at, kind, account_id, detail, actor, token_id, network));
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
