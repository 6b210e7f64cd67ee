import { hashToken, newToken } from '../../crypto/tokens.ts';
import { NoResponseError } from '../../db/change-gate.ts';
import type { DatabaseClock } from '../../db/database-clock.ts';
import type { Db } from '../../db/transaction.ts';
import type { SessionReader } from '../../plugins/session.ts';
import { SECOND_MS } from '../../time/durations.ts';
import { deleteSessionOfToken, insertSession, openSessionSelector, updateLastSeen } from './repository.ts';

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

/** How often at most a session's last use is written: its idle limit is exact to this. */
const TOUCH_EVERY_MS = 15 * SECOND_MS;

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
      if (row === undefined) return undefined;
      if (Math.abs(row.idle_ms) >= TOUCH_EVERY_MS) {
        // Who only reads needs a database that responds, not one that can keep changes.
        await updateLastSeen(db, row.id, databaseClock()).catch((error: unknown) => {
          if (!(error instanceof NoResponseError)) throw error;
        });
      }
      return { sessionId: row.id, accountId: row.account_id, username: row.email };
    },
    end: (token) => deleteSessionOfToken(db, hashToken(token)),
  };
}
