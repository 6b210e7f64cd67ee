import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import { keptQuery } from '../../../db/kept-query.ts';
import { sendWithNext } from '../../../db/server-dialect.ts';
import type { Db } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { SECOND_MS } from '../../../time/durations.ts';

/** How often at most the last use of a session is written; its idle limit is exact to this. */
const TOUCH_EVERY_S = 15;

const before = (now: RawBuilder<Date>, ms: number) =>
  sql<Date>`${now} - make_interval(secs => ${sql.lit(ms / SECOND_MS)})`;

/**
 * Finds the session of a token with its account's address, unless it has expired by this clock, and notes its use. The note waits for
 * neither disk nor standby, so that reading works without them; so it must not share a transaction with a change that has to be kept.
 */
export function openSessionSelector(clock: DatabaseClock) {
  const query = keptQuery((db: Db, tokenHash: Buffer) => {
    const now = clock();
    // Either sign: the database's clock may have been set back meanwhile.
    const idleSeconds = sql<number>`abs(extract(epoch from ${now} - session.last_seen_at))`;
    return db
      .with('found', (found) =>
        found
          .selectFrom('session')
          .innerJoin('account', 'account.id', 'session.account_id')
          .select(['session.id', 'session.account_id', 'account.email'])
          .where('session.token_hash', '=', tokenHash)
          .where('session.last_seen_at', '>', before(now, IDLE_LIMIT_MS))
          .where('session.created_at', '>', before(now, ABSOLUTE_LIMIT_MS)),
      )
      .with('touched', (touched) =>
        touched
          .updateTable('session')
          .from('found')
          .set({ last_seen_at: now })
          .whereRef('session.id', '=', 'found.id')
          .where(idleSeconds, '>=', sql.lit(TOUCH_EVERY_S))
          .returning(sql`set_config('synchronous_commit', 'off', true)`.as('durability')),
      )
      .selectFrom('found')
      .select(['id', 'account_id', 'email']);
  });
  return async (db: Db, tokenHash: Buffer) => (await db.executeQuery(query(db, tokenHash))).rows[0];
}

/** Adds sessions that begin now by this clock. */
export function sessionInserter(clock: DatabaseClock) {
  return (db: Db, tokenHash: Buffer, accountId: string): Promise<void> => {
    const session = { token_hash: tokenHash, account_id: accountId, created_at: clock(), last_seen_at: clock() };
    return sendWithNext(db, db.insertInto('session').values(session));
  };
}

export async function deleteSessionOfToken(db: Db, tokenHash: Buffer): Promise<void> {
  await sendWithNext(db, db.deleteFrom('session').where('token_hash', '=', tokenHash));
}

export async function endAllSessions(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute();
}

export async function deleteSessionsBefore(db: Db, lastSeenBefore: Date): Promise<void> {
  await db.deleteFrom('session').where('last_seen_at', '<', lastSeenBefore).execute();
}

export function listSessions(db: Db, accountId: string): Promise<readonly Selectable<Database['session']>[]> {
  return db.selectFrom('session').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();
}
