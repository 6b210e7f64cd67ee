import { hashToken, newToken } from '../../../crypto/tokens.ts';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { Db } from '../../../db/transaction.ts';
import type { SessionReader } from '../../../plugins/session.ts';
import { deleteSessionOfToken, openSessionSelector, sessionInserter } from './repository.ts';

export {
  deleteSessionsBefore,
  endAllSessions,
  listSessions,
} from './repository.ts';

export interface SessionService extends SessionReader {
  /** Begins a session with a new token and returns the token; in a transaction or by itself, as end(). */
  begin(db: Db, accountId: string): Promise<string>;
  /** Ends the session of a token; fine when there is none. */
  end(db: Db, token: string): Promise<void>;
}

/** Sessions that a server remembers, to know for whom a call is before it asks the database. */
const MAX_SEEN = 20_000;

/** Not the token itself: a dump of the memory gives no session away. */
const keyOf = (token: string) => hashToken(token).toString('base64');

/**
 * Sessions by the database's clock alone. One that has run out is refused and stays where it is until retention deletes
 * it, so that a clock that jumps ends nothing for good.
 */
export function sessionService(deps: { readonly db: Db; readonly databaseClock: DatabaseClock }): SessionService {
  const { db, databaseClock } = deps;
  const selectOpenSession = openSessionSelector(databaseClock);
  const insertSession = sessionInserter(databaseClock);
  const seen = new Map<string, string>();
  const remember = (token: string, accountId: string) => {
    const key = keyOf(token);
    const [oldest] = seen.keys();
    if (oldest !== undefined && seen.size >= MAX_SEEN && !seen.has(key)) seen.delete(oldest);
    seen.set(key, accountId);
  };
  return {
    async find(token) {
      const row = await selectOpenSession(db, hashToken(token));
      if (row === undefined) return undefined;
      remember(token, row.account_id);
      return { sessionId: row.id, accountId: row.account_id, username: row.email };
    },
    accountOf: (token) => seen.get(keyOf(token)),
    begin: async (dbOrTx, accountId) => {
      const token = newToken();
      await insertSession(dbOrTx, hashToken(token), accountId);
      return token;
    },
    end: (dbOrTx, token) => deleteSessionOfToken(dbOrTx, hashToken(token)),
  };
}
