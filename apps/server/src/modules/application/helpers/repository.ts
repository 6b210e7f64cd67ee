import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { QueueDepth } from '../../../log/metrics.ts';
import { isOfSubmitted } from '../row/list-row.ts';

export type HelperRow = Selectable<Database['helper']>;

const requestsWithHelper = (db: Db) =>
  db
    .selectFrom('helper_request')
    .innerJoin('helper', 'helper.id', 'helper_request.helper_id')
    .selectAll('helper_request')
    .select('helper.email');

/** An applicant's request to a helper, with the helper's address. */
export type RequestRow = Awaited<ReturnType<typeof listRequestsOf>>[number];

/** The request of an application: one at most. */
export const listRequestsOf = (db: Db, applicationId: string) =>
  requestsWithHelper(db).where('application_id', '=', applicationId).execute();

export async function findRequest(db: Db, applicationId: string): Promise<RequestRow | undefined> {
  return (await listRequestsOf(db, applicationId))[0];
}

/** The requests that a helper has not declined, oldest first. */
export const listOpenRequests = (db: Db, helperId: string) =>
  requestsWithHelper(db)
    .where('helper_id', '=', helperId)
    .where('state', '=', 'open')
    .orderBy('helper_request.created_at')
    .orderBy('helper_request.id')
    .execute();

/** Locks the helpers with these addresses in one order, so that two applicants who swap theirs don't wait for each other. */
export async function lockHelpers(tx: Tx, season: string, emails: readonly string[]): Promise<void> {
  await tx
    .selectFrom('helper')
    .select('id')
    .where('season', '=', season)
    .where('email', 'in', emails)
    .orderBy('email')
    .forUpdate()
    .execute();
}

/** The helper with this address in a season, locked until the transaction ends, so that mails to one address follow one another. */
export async function lockHelper(tx: Tx, season: string, email: string): Promise<HelperRow> {
  return tx
    .insertInto('helper')
    .values({ season, email })
    .onConflict((conflict) => conflict.columns(['season', 'email']).doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Asks a helper, in place of whom the applicant asked before. */
export async function putRequest(
  tx: Tx,
  request: Pick<RequestRow, 'application_id' | 'helper_id' | 'name' | 'is_waived' | 'created_at' | 'mailed_at'>,
): Promise<void> {
  const { application_id, ...row } = { ...request, state: 'open' as const, right_email: '' };
  await tx
    .insertInto('helper_request')
    .values({ ...row, application_id })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(row))
    .execute();
}

export async function markMailed(tx: Tx, id: string, mailed_at: Date): Promise<void> {
  await tx.updateTable('helper_request').set({ mailed_at }).where('id', '=', id).execute();
}

/** Ends an open request of a helper; undefined if there is none. */
export function declineRequest(
  tx: Tx,
  { id, helper_id, ...change }: Pick<RequestRow, 'id' | 'helper_id' | 'state' | 'right_email'>,
) {
  return tx
    .updateTable('helper_request')
    .set(change)
    .where('id', '=', id)
    .where('helper_id', '=', helper_id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
}

export async function insertLink(tx: Tx, link: Selectable<Database['helper_link']>): Promise<void> {
  await tx.insertInto('helper_link').values(link).execute();
}

/** The helper of a link that has not expired. */
export const findByLink = (db: Db, hash: Buffer, now: Date): Promise<HelperRow | undefined> =>
  db
    .selectFrom('helper')
    .innerJoin('helper_link', 'helper_link.helper_id', 'helper.id')
    .selectAll('helper')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** When the links of helpers expire, by their address. */
export const listLinks = (db: Db, email: string) =>
  db
    .selectFrom('helper_link')
    .innerJoin('helper', 'helper.id', 'helper_link.helper_id')
    .select(['helper_link.helper_id', 'helper_link.expires_at'])
    .where('helper.email', '=', email)
    .execute();

/** Requests of an address as a helper's, for the helper's own export: without whom they are about. */
export const listRequestsTo = (db: Db, email: string) =>
  requestsWithHelper(db)
    .clearSelect()
    .select(['helper_request.name', 'state', 'created_at', 'mailed_at'])
    .where(sql<boolean>`helper.email = ${email}`)
    .execute();

/** The helpers whom no link was mailed to, since the limits of mails allowed none, as a queue. */
export async function readLinkDepth(db: Db): Promise<QueueDepth> {
  const { waiting, age } = await db
    .selectFrom('helper_request')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .select(sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as('age'))
    .where('state', '=', 'open')
    .where('mailed_at', 'is', null)
    .where(isOfSubmitted('helper_request.application_id'))
    .executeTakeFirstOrThrow();
  return { queue: 'links-to-mail', waiting, oldestSeconds: Math.max(0, age) };
}
