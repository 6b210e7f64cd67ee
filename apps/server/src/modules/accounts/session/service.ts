import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { type RawBuilder, sql } from 'kysely';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { unawaited } from '../../../db/change-gate.ts';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import { preparedQuery } from '../../../db/prepared-query.ts';
import type { Db } from '../../../db/transaction.ts';
import type { SessionReader } from '../../../plugins/session.ts';
import { SECOND_MS } from '../../../process/durations.ts';

/** The minimum interval between two updates of a session's last use, and the precision of its idle limit. */
const TOUCH_EVERY_S = 15;

const before = (now: RawBuilder<Date>, ms: number) =>
  sql<Date>`${now} - make_interval(secs => ${sql.lit(ms / SECOND_MS)})`;

/** The sessions of a token that have not expired by this clock, each with its account's address. */
const openSessionQuery = (clock: DatabaseClock) =>
  preparedQuery((db: Db, tokenHash: Buffer) => {
    const now = clock();
    // Absolute, since the database's clock may have been set back meanwhile.
    const idleSeconds = sql<number>`abs(extract(epoch from ${now} - session.last_seen_at))`;
    return (
      db
        .with('found', (found) =>
          found
            .selectFrom('session')
            .innerJoin('account', 'account.id', 'session.account_id')
            .select(['session.id', 'session.account_id', 'account.email'])
            .where('session.token_hash', '=', tokenHash)
            .where('session.last_seen_at', '>', before(now, IDLE_LIMIT_MS))
            .where('session.created_at', '>', before(now, ABSOLUTE_LIMIT_MS)),
        )
        // Reading works without disk and standby.
        .with('touched', (touched) =>
          touched
            .updateTable('session')
            .from('found')
            .set({ last_seen_at: now })
            .whereRef('session.id', '=', 'found.id')
            .where(idleSeconds, '>=', sql.lit(TOUCH_EVERY_S))
            .returning(unawaited),
        )
        .selectFrom('found')
        .select(['id', 'account_id', 'email'])
    );
  });

/** Ends every session of an account; returns how many there were. */
export async function endAllSessions(db: Db, accountId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('account_id', '=', accountId).executeTakeFirst();
  return Number(numDeletedRows);
}

export interface SessionService extends SessionReader {
  /** Begins a session; returns its new token. */
  begin(db: Db, accountId: string): Promise<string>;
  /** Ends the session of a token, if there is one. */
  end(db: Db, token: string): Promise<void>;
}

/** The number of sessions that a server remembers, to know a caller's account without a query. */
const MAX_SEEN = 20_000;

/** A hash of the token, so that a memory dump reveals no session. */
const keyOf = (token: string) => hashToken(token).toString('base64');

/** Sessions by the database's clock. Expired sessions are refused but kept until retention deletes them, so that a jumping clock ends none. */
export function sessionService(deps: { readonly db: Db; readonly databaseClock: DatabaseClock }): SessionService {
  const { db, databaseClock } = deps;
  const openSession = openSessionQuery(databaseClock);
  const seen = new Map<string, string>();
  const remember = (token: string, accountId: string) => {
    const key = keyOf(token);
    const [oldest] = seen.keys();
    if (oldest !== undefined && seen.size >= MAX_SEEN && !seen.has(key)) seen.delete(oldest);
    seen.set(key, accountId);
  };
  return {
    async find(token) {
      const [row] = (await db.executeQuery(openSession(db, hashToken(token)))).rows;
      if (row === undefined) return undefined;
      remember(token, row.account_id);
      return { sessionId: row.id, accountId: row.account_id, username: row.email };
    },
    accountOf: (token) => seen.get(keyOf(token)),
    begin: async (dbOrTx, accountId) => {
      const token = newToken();
      const dates = { created_at: databaseClock(), last_seen_at: databaseClock() };
      const session = { token_hash: hashToken(token), account_id: accountId, ...dates };
      await dbOrTx.insertInto('session').values(session).execute();
      return token;
    },
    end: async (dbOrTx, token) => {
      await dbOrTx.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
    },
  };
}
