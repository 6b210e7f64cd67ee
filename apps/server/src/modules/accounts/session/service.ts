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
  /** Begins a session; returns its new token. */
  begin(db: Db, accountId: string): Promise<string>;
  /** Ends the session of a token, if there is one. */
  end(db: Db, token: string): Promise<void>;
}

/** Sessions that a server remembers, to know a caller's account without a query. */
const MAX_SEEN = 20_000;

/** A hash of the token, so that a memory dump reveals no session. */
const keyOf = (token: string) => hashToken(token).toString('base64');

/** Sessions by the database's clock. An expired one is refused but stays until retention deletes it, so that a clock that jumps ends none. */
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
