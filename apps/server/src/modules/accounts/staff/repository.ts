import { STAFF_ABSOLUTE_LIMIT_MS, STAFF_IDLE_LIMIT_MS } from '@firstyear/api-contract/desk';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { unawaited } from '../../../db/change-gate.ts';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { SECOND_MS } from '../../../process/durations.ts';

export type StaffRow = Selectable<Database['staff_person']>;

const people = (db: Db) => db.selectFrom('staff_person').selectAll().where('removed_at', 'is', null);

export const selectPeople = (db: Db): Promise<readonly StaffRow[]> =>
  people(db).orderBy('name').orderBy('id').execute();
export const selectPerson = (db: Db, id: string): Promise<StaffRow | undefined> =>
  people(db).where('id', '=', id).executeTakeFirst();
export const selectPersonByEmail = (db: Db, email: string): Promise<StaffRow | undefined> =>
  people(db).where('email', '=', email).executeTakeFirst();
export const selectPersonBySubject = (db: Db, issuer: string, subject: string): Promise<StaffRow | undefined> =>
  people(db).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
/** Whether the office removed somebody with this id at the provider or this address. */
export async function isRemoved(
  db: Db,
  { issuer, subject, email }: { readonly issuer: string; readonly subject: string; readonly email: string },
): Promise<boolean> {
  const removed = db.selectFrom('staff_person').select('id').where('removed_at', 'is not', null);
  const row = await removed
    .where((eb) => eb.or([eb.and({ issuer, subject }), eb('email', '=', email)]))
    .executeTakeFirst();
  return row !== undefined;
}
/** Locks a person until the transaction ends. */
export const lockPerson = (tx: Tx, id: string): Promise<StaffRow | undefined> =>
  people(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks all people of the office until the transaction ends. Applications can still be assigned to them. */
export const lockPeople = (tx: Tx): Promise<readonly StaffRow[]> => people(tx).orderBy('id').forNoKeyUpdate().execute();

/** Names by id. The audit trail needs those of removed people too. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const unique = [...new Set(ids)];
  const rows = await db.selectFrom('staff_person').select(['id', 'name']).where('id', 'in', unique).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Undefined if somebody already has this address. */
export function insertPerson(
  tx: Tx,
  person: Pick<StaffRow, 'email' | 'name' | 'role' | 'created_at'>,
): Promise<StaffRow | undefined> {
  return tx
    .insertInto('staff_person')
    .values(person)
    .onConflict((conflict) => conflict.column('email').where('removed_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updatePerson(
  tx: Tx,
  id: string,
  change: Partial<Omit<StaffRow, 'id' | 'email' | 'created_at'>>,
): Promise<void> {
  await tx.updateTable('staff_person').set(change).where('id', '=', id).execute();
}

export async function replaceRecoveryCodes(tx: Tx, staffId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute();
  const rows = hashes.map((code_hash) => ({ staff_id: staffId, code_hash }));
  await tx.insertInto('staff_recovery_code').values(rows).execute();
}

/** Uses a recovery code; false for one that is wrong or used. */
export async function useRecoveryCode(tx: Tx, staffId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_recovery_code')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type LinkRow = Selectable<Database['staff_link']>;

/** Adds a link; the person's earlier ones stop working. */
export async function replaceLinks(tx: Tx, link: Omit<LinkRow, 'used_at'>): Promise<void> {
  await tx.deleteFrom('staff_link').where('staff_id', '=', link.staff_id).execute();
  await tx.insertInto('staff_link').values(link).execute();
}

/** An unused link that has not expired. */
export const selectLink = (db: Db, tokenHash: Buffer, now: Date): Promise<LinkRow | undefined> =>
  db
    .selectFrom('staff_link')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();

/** Uses a link; false for one that is used or has expired. */
export async function useLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Locks the keys of authenticator apps until the transaction ends. */
export const lockSecrets = (tx: Tx): Promise<readonly Pick<StaffRow, 'id' | 'totp_secret'>[]> =>
  tx
    .selectFrom('staff_person')
    .select(['id', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .forUpdate()
    .execute();

type SessionRow = Selectable<Database['staff_session']>;

export interface OpenStaffSession extends Pick<SessionRow, 'id' | 'staff_id' | 'refresh_token' | 'claimed_role'> {
  readonly new_since: Date;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** Seconds since the provider last confirmed the person's access; null for sessions of no provider. */
  readonly checked_s: number | null;
}

/** The minimum interval between two updates of a session's last use. */
const TOUCH_EVERY_S = 15;

const before = (now: RawBuilder<Date>, seconds: number) =>
  sql<Date>`${now} - make_interval(secs => ${sql.lit(seconds)})`;
const secondsSince = (now: RawBuilder<Date>, moment: RawBuilder<Date | null>) =>
  sql<number>`extract(epoch from ${now} - ${moment})::float8`;

/** Finds the session of a token, unless it has expired by this clock, and records its use. */
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
        .select(['staff_session.id', 'staff_id', 'refresh_token'])
        .select(sql<Date>`coalesce(new_since, staff_person.created_at)`.as('new_since'))
        .select(['staff_session.claimed_role', 'staff_session.last_seen_at', 'email', 'name', 'role'])
        .select(secondsSince(now, sql`checked_at`).as('checked_s'))
        .where('token_hash', '=', tokenHash)
        .where('removed_at', 'is', null)
        .where('staff_session.last_seen_at', '>', before(now, STAFF_IDLE_LIMIT_MS / SECOND_MS))
        .where('staff_session.created_at', '>', before(now, STAFF_ABSOLUTE_LIMIT_MS / SECOND_MS)),
    )
    .with('touched', (touched) =>
      touched
        .updateTable('staff_session')
        .from('found')
        .set({ last_seen_at: now })
        .whereRef('staff_session.id', '=', 'found.id')
        .where(touch)
        .returning(['staff_session.staff_id', unawaited]),
    )
    .with('seen', (seen) =>
      seen
        .updateTable('staff_person')
        .from('touched')
        .set({ last_seen_at: now })
        .whereRef('staff_person.id', '=', 'touched.staff_id')
        .returning(unawaited),
    )
    .selectFrom('found')
    .select(['id', 'staff_id', 'new_since', 'refresh_token', 'claimed_role', 'email', 'name', 'role', 'checked_s'])
    .executeTakeFirst();
}

/** Begins a session. */
export async function insertSession(
  tx: Tx,
  clock: DatabaseClock,
  session: {
    readonly tokenHash: Buffer;
    readonly staffId: string;
    /** For a session of the provider. */
    readonly provider?: Pick<SessionRow, 'refresh_token' | 'id_token' | 'provider_session' | 'claimed_role'>;
  },
): Promise<void> {
  const now = clock();
  const { tokenHash, staffId, provider } = session;
  await tx
    .insertInto('staff_session')
    .values({
      token_hash: tokenHash,
      staff_id: staffId,
      created_at: now,
      last_seen_at: now,
      ...(provider && { ...provider, checked_at: now }),
    })
    .execute();
  await tx.updateTable('staff_person').set({ last_seen_at: now }).where('id', '=', staffId).execute();
}

/** From now on only applications after a moment are new to a person. */
export async function setNewSince(db: Db, staffId: string, since: Date): Promise<void> {
  await db
    .updateTable('staff_person')
    .set({ new_since: sql<Date>`greatest(new_since, ${since})` })
    .where('id', '=', staffId)
    .execute();
}

export const deleteSession = (
  db: Db,
  tokenHash: Buffer,
): Promise<Pick<SessionRow, 'staff_id' | 'id_token' | 'checked_at'> | undefined> =>
  db
    .deleteFrom('staff_session')
    .where('token_hash', '=', tokenHash)
    .returning(['staff_id', 'id_token', 'checked_at'])
    .executeTakeFirst();

export async function deleteSessionById(db: Db, id: string): Promise<void> {
  await db.deleteFrom('staff_session').where('id', '=', id).execute();
}

/** Ends every session of a person; returns how many there were. */
export async function deleteSessionsOf(db: Db, staffId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('staff_session').where('staff_id', '=', staffId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Open sessions by person. */
export async function countSessions(db: Db, clock: DatabaseClock): Promise<ReadonlyMap<string, number>> {
  const now = clock();
  const rows = await db
    .selectFrom('staff_session')
    .select(['staff_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('last_seen_at', '>', before(now, STAFF_IDLE_LIMIT_MS / SECOND_MS))
    .where('created_at', '>', before(now, STAFF_ABSOLUTE_LIMIT_MS / SECOND_MS))
    .groupBy('staff_id')
    .execute();
  return new Map(rows.map(({ staff_id, count }) => [staff_id, count]));
}

/** Locks the sessions with a refresh token until the transaction ends. */
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

type SignOnRow = Selectable<Database['staff_sign_on']>;

export async function insertSignOn(db: Db, row: SignOnRow): Promise<void> {
  await db.deleteFrom('staff_sign_on').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.insertInto('staff_sign_on').values(row).execute();
}

/** Deletes and returns the sign-on of a state, so that a second response finds nothing. */
export function takeSignOn(db: Db, stateHash: Buffer): Promise<SignOnRow | undefined> {
  return db.deleteFrom('staff_sign_on').where('state_hash', '=', stateHash).returningAll().executeTakeFirst();
}

/** How long a process may take to check with the provider. */
const CHECKING_S = 30;

/**
 * Claims the check of a session that is due for one, and returns its refresh token, which works once. Undefined when another
 * process is checking it, or has just checked.
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
    .where((eb) => eb.or([eb('checking_since', 'is', null), eb('checking_since', '<', before(clock(), CHECKING_S))]))
    .where('checked_at', '<=', before(clock(), olderThanS))
    .returning('refresh_token')
    .executeTakeFirst();
  return row?.refresh_token ?? undefined;
}

/** Records that the provider has confirmed the access. */
export async function recordCheck(
  db: Db,
  clock: DatabaseClock,
  id: string,
  response: { readonly refresh_token: string; readonly claimed_role: string | null },
): Promise<void> {
  const { claimed_role } = response;
  await db
    .with('checked', (checked) =>
      checked
        .updateTable('staff_session')
        .set({ ...response, checked_at: clock(), checking_since: null })
        .where('id', '=', id)
        .returning('staff_id'),
    )
    .updateTable('staff_person')
    .from('checked')
    .set({ claimed_role })
    .whereRef('staff_person.id', '=', 'checked.staff_id')
    .execute();
}

/** Ends the sessions of one session at the provider, or all of a person. Returns the ids of the people. */
export async function endProviderSessions(
  db: Db,
  provider: { readonly session: string | undefined; readonly issuer: string; readonly subject: string | undefined },
): Promise<readonly string[]> {
  const { session, issuer, subject = '' } = provider;
  const people = db.selectFrom('staff_person').select('id').where('issuer', '=', issuer).where('subject', '=', subject);
  const rows = await db
    .deleteFrom('staff_session')
    .where((eb) => (session === undefined ? eb('staff_id', 'in', people) : eb('provider_session', '=', session)))
    .returning('staff_id')
    .execute();
  return [...new Set(rows.map(({ staff_id }) => staff_id))];
}
