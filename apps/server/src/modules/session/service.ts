import { hashToken, newToken } from '../../crypto/tokens.ts';
import type { DatabaseClock } from '../../db/database-clock.ts';
import type { Db } from '../../db/transaction.ts';
import type { SessionReader } from '../../plugins/session.ts';
import { deleteSessionOfToken, insertSession, openSessionSelector } from './repository.ts';

export {
  deleteSessionsBefore,
  deleteSessionsOf as endAllSessions,
  selectSessionsOf as listSessions,
} from './repository.ts';

/** Begins a session with a new token and returns the token. */
export async function beginSession(db: Db, accountId: string, databaseClock: DatabaseClock): Promise<string> {
  const token = newToken();
  await insertSession(db, hashToken(token), accountId, databaseClock());
  return token;
}

export interface SessionService extends SessionReader {
  /** Ends the session of a token; fine when there is none. */
  end(token: string): Promise<void>;
}

/**
 * Sessions by the database's clock alone. One that has run out is refused and stays where it is until retention deletes
 * it, so that a clock that jumps ends nothing for good.
 */
export function sessionService(deps: { readonly db: Db; readonly databaseClock: DatabaseClock }): SessionService {
  const { db, databaseClock } = deps;
  const selectOpenSession = openSessionSelector(databaseClock);
  return {
    async find(token) {
      const row = await selectOpenSession(db, hashToken(token));
      return row && { sessionId: row.id, accountId: row.account_id, username: row.email };
    },
    end: (token) => deleteSessionOfToken(db, hashToken(token)),
  };
}
