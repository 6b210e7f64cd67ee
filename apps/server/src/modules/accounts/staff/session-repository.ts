import { STAFF_ABSOLUTE_LIMIT_MS, STAFF_IDLE_LIMIT_MS } from '@firstyear/api-contract/desk';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { SECOND_MS } from '../../../time/durations.ts';

type SessionRow = Selectable<Database['staff_session']>;

/** An open session with its person. */
export interface OpenStaffSession
  extends Pick<SessionRow, 'id' | 'staff_id' | 'new_since' | 'refresh_token' | 'claimed_role'> {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** Seconds since the provider last said that the person may come in; null where there is none. */
  readonly checked_s: number | null;
}

/** How often at most a session's last use is written. */
const TOUCH_EVERY_S = 15;

const before = (now: RawBuilder<Date>, ms: number) =>
  sql<Date>`${now} - make_interval(secs => ${sql.lit(ms / SECOND_MS)})`;
const secondsSince = (now: RawBuilder<Date>, moment: RawBuilder<Date | null>) =>
  sql<number>`extract(epoch from ${now} - ${moment})::float8`;

/**
 * The session of a token with its person, if it has not run out by this clock, and notes that it is used: at the person too,
 * whose next session begins with it.
 */
export async function openSession(
  db: Db,
  clock: DatabaseClock,
  tokenHash: Buffer,
): Promise<OpenStaffSession | undefined> {
  const now = clock();
  const touch = sql<boolean>`abs(${secondsSince(now, sql`found.last_seen_at`)}) >= ${sql.lit(TOUCH_EVERY_S)}`;
  return db
    .with('found', (found) =>
      found
        .selectFrom('staff_session')
        .innerJoin('staff_person', 'staff_person.id', 'staff_session.staff_id')
        .select(['staff_session.id', 'staff_id', 'new_since', 'refresh_token', 'claimed_role'])
        .select(['staff_session.last_seen_at', 'email', 'name', 'role'])
        .select(secondsSince(now, sql`checked_at`).as('checked_s'))
        .where('token_hash', '=', tokenHash)
        .where('removed_at', 'is', null)
        .where('staff_session.last_seen_at', '>', before(now, STAFF_IDLE_LIMIT_MS))
        .where('staff_session.created_at', '>', before(now, STAFF_ABSOLUTE_LIMIT_MS)),
    )
    .with('touched', (touched) =>
      touched
        .updateTable('staff_session')
        .from('found')
        .set({ last_seen_at: now })
        .whereRef('staff_session.id', '=', 'found.id')
        .where(touch)
        .returning('staff_session.staff_id'),
    )
    .with('seen', (seen) =>
      seen
        .updateTable('staff_person')
        .from('touched')
        .set({ last_seen_at: now })
        .whereRef('staff_person.id', '=', 'touched.staff_id'),
    )
    .selectFrom('found')
    .select(['id', 'staff_id', 'new_since', 'refresh_token', 'claimed_role', 'email', 'name', 'role', 'checked_s'])
    .executeTakeFirst();
}

/** What the provider gave a session, if it began it. */
export interface ProviderPart {
  readonly refresh_token: string | null;
  readonly provider_session: string | null;
  readonly claimed_role: string | null;
}

/** Begins a session now by this clock: applications since the person's last visit are new in it. */
export async function insertSession(
  tx: Tx,
  clock: DatabaseClock,
  session: { readonly tokenHash: Buffer; readonly staffId: string; readonly provider: ProviderPart | undefined },
): Promise<void> {
  const now = clock();
  const { tokenHash, staffId, provider } = session;
  const person = tx.selectFrom('staff_person').where('id', '=', staffId);
  await tx
    .insertInto('staff_session')
    .values({
      token_hash: tokenHash,
      staff_id: staffId,
      created_at: now,
      last_seen_at: now,
      new_since: person.select('last_seen_at'),
      ...(provider && { ...provider, checked_at: now }),
    })
    .execute();
  await tx.updateTable('staff_person').set({ last_seen_at: now }).where('id', '=', staffId).execute();
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .deleteFrom('staff_session')
    .where('token_hash', '=', tokenHash)
    .returning('staff_id')
    .executeTakeFirst();
  return row?.staff_id;
}

export async function deleteSessionById(db: Db, id: string): Promise<void> {
  await db.deleteFrom('staff_session').where('id', '=', id).execute();
}

/** Ends every session of somebody; returns how many there were. */
export async function deleteSessionsOf(db: Db, staffId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('staff_session').where('staff_id', '=', staffId).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteSessionsBefore(db: Db, lastSeenBefore: Date): Promise<void> {
  await db.deleteFrom('staff_session').where('last_seen_at', '<', lastSeenBefore).execute();
}

/** Open sessions by person. */
export async function countSessions(db: Db, clock: DatabaseClock): Promise<ReadonlyMap<string, number>> {
  const now = clock();
  const rows = await db
    .selectFrom('staff_session')
    .select(['staff_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('last_seen_at', '>', before(now, STAFF_IDLE_LIMIT_MS))
    .where('created_at', '>', before(now, STAFF_ABSOLUTE_LIMIT_MS))
    .groupBy('staff_id')
    .execute();
  return new Map(rows.map(({ staff_id, count }) => [staff_id, count]));
}

/** Sessions that the provider is asked about, held until the transaction ends. */
export const lockRefreshTokens = (tx: Tx): Promise<readonly Pick<SessionRow, 'id' | 'staff_id' | 'refresh_token'>[]> =>
  tx
    .selectFrom('staff_session')
    .select(['id', 'staff_id', 'refresh_token'])
    .where('refresh_token', 'is not', null)
    .forUpdate()
    .execute();

export async function setRefreshToken(tx: Tx, id: string, refresh_token: string): Promise<void> {
  await tx.updateTable('staff_session').set({ refresh_token }).where('id', '=', id).execute();
}
