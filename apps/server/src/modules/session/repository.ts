import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from '@firstyear/api-contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DatabaseClock } from '../../db/database-clock.ts';
import { namedQuery } from '../../db/named-query.ts';
import { sendNamed } from '../../db/server-dialect.ts';
import type { Db } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';
import { SECOND_MS } from '../../time/durations.ts';

/** The moment of a query; see DatabaseClock. */
type Now = RawBuilder<Date>;

type OpenSession = Pick<Selectable<Database['session']>, 'id' | 'account_id'> & {
  readonly email: string;
  /** Milliseconds since it was last used; negative when the database's clock was set back meanwhile. */
  readonly idle_ms: number;
};

const before = (now: Now, ms: number) => sql<Date>`${now} - make_interval(secs => ${sql.lit(ms / SECOND_MS)})`;

/** Looks for the session of a token with its account's address, if it has not run out by this clock. */
export function openSessionSelector(clock: DatabaseClock) {
  const openSessionQuery = namedQuery('open_session', (db, tokenHash: Buffer) => {
    const now = clock();
    return db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select(['session.id', 'session.account_id', 'account.email'])
      .select(sql<number>`(extract(epoch from ${now} - session.last_seen_at) * 1000)::float8`.as('idle_ms'))
      .where('session.token_hash', '=', tokenHash)
      .where('session.last_seen_at', '>', before(now, IDLE_LIMIT_MS))
      .where('session.created_at', '>', before(now, ABSOLUTE_LIMIT_MS));
  });
  return async (db: Db, tokenHash: Buffer): Promise<OpenSession | undefined> => {
    const [session] = await sendNamed(db, openSessionQuery(db, tokenHash));
    return session;
  };
}

export async function insertSession(db: Db, tokenHash: Buffer, accountId: string, now: Now): Promise<void> {
  await db
    .insertInto('session')
    .values({ token_hash: tokenHash, account_id: accountId, created_at: now, last_seen_at: now })
    .execute();
}

export async function updateLastSeen(db: Db, id: string, now: Now): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export async function deleteSessionOfToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute();
}

export async function deleteSessionsBefore(db: Db, lastSeenBefore: Date): Promise<void> {
  await db.deleteFrom('session').where('last_seen_at', '<', lastSeenBefore).execute();
}

export function selectSessionsOf(db: Db, accountId: string): Promise<readonly Selectable<Database['session']>[]> {
  return db.selectFrom('session').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();
}
