import { type Selectable, sql } from 'kysely';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type SignOnRow = Selectable<Database['staff_sign_on']>;

export async function insertSignOn(db: Db, row: SignOnRow): Promise<void> {
  await db.deleteFrom('staff_sign_on').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.insertInto('staff_sign_on').values(row).execute();
}

/** The sign-on of a state, which ends with it: a second response finds nothing. */
export function takeSignOn(db: Db, stateHash: Buffer): Promise<SignOnRow | undefined> {
  return db.deleteFrom('staff_sign_on').where('state_hash', '=', stateHash).returningAll().executeTakeFirst();
}

/** How long to wait for another process that asks the provider. */
const ASKING_S = 30;

const secondsAgo = (clock: DatabaseClock, seconds: number) =>
  sql<Date>`${clock()} - make_interval(secs => ${sql.lit(seconds)})`;

/**
 * Claims the check of a session that was last checked so long ago, and returns its refresh token.
 * Nothing when another process is checking it, or has meanwhile: a refresh token is good once.
 */
export async function claimCheck(
  db: Db,
  clock: DatabaseClock,
  { id, olderThanS }: { readonly id: string; readonly olderThanS: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('staff_session')
    .set({ checking_since: clock() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('checking_since', 'is', null), eb('checking_since', '<', secondsAgo(clock, ASKING_S))]))
    .where('checked_at', '<=', secondsAgo(clock, olderThanS))
    .returning('refresh_token')
    .executeTakeFirst();
  return row?.refresh_token ?? undefined;
}

/** Notes that the provider lets the person in still. */
export async function noteCheck(
  db: Db,
  clock: DatabaseClock,
  id: string,
  answer: { readonly refresh_token: string; readonly claimed_role: string | null },
): Promise<void> {
  await db
    .updateTable('staff_session')
    .set({ ...answer, checked_at: clock(), checking_since: null })
    .where('id', '=', id)
    .execute();
}

/** Ends the sessions that a session of the provider began, or all that a person of the provider has; returns whose. */
export async function endProviderSessions(
  db: Db,
  of: { readonly session: string | undefined; readonly issuer: string; readonly subject: string | undefined },
): Promise<readonly string[]> {
  const people = db
    .selectFrom('staff_person')
    .select('id')
    .where('issuer', '=', of.issuer)
    .where('subject', '=', of.subject ?? '');
  const rows = await db
    .deleteFrom('staff_session')
    .where((eb) => (of.session === undefined ? eb('staff_id', 'in', people) : eb('provider_session', '=', of.session)))
    .returning('staff_id')
    .execute();
  return [...new Set(rows.map(({ staff_id }) => staff_id))];
}
