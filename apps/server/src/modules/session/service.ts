import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from '@firstyear/api-contract';
import { hashToken, newToken } from '../../crypto/tokens.ts';
import type { Db } from '../../db/transaction.ts';
import type { SessionReader } from '../../plugins/session.ts';
import { SECOND_MS } from '../../time/durations.ts';
import {
  deleteExpiredSessionsOf,
  deleteSession,
  deleteSessionOfToken,
  insertSession,
  selectSession,
  updateLastSeen,
} from './repository.ts';

export { deleteSessionsBefore, deleteSessionsOf as endAllSessions } from './repository.ts';

/** Begins a session with a new token and removes those of the account that have run out. Returns the token. */
export async function beginSession(db: Db, accountId: string, now: Date): Promise<string> {
  await deleteExpiredSessionsOf(db, accountId, now);
  const token = newToken();
  await insertSession(db, hashToken(token), accountId, now);
  return token;
}

export interface SessionService extends SessionReader {
  /** Ends the session of a token; fine when there is none. */
  end(token: string): Promise<void>;
}

/** How often at most a session's last use is written: its idle limit is exact to this. */
const TOUCH_EVERY_MS = 15 * SECOND_MS;

export function sessionService({ db, clock }: { readonly db: Db; readonly clock: () => Date }): SessionService {
  return {
    async find(token) {
      const row = await selectSession(db, hashToken(token));
      if (row === undefined) return undefined;
      const now = clock();
      const idleFor = now.getTime() - row.last_seen_at.getTime();
      if (idleFor >= IDLE_LIMIT_MS || now.getTime() - row.created_at.getTime() >= ABSOLUTE_LIMIT_MS) {
        await deleteSession(db, row.id);
        return undefined;
      }
      if (idleFor >= TOUCH_EVERY_MS) await updateLastSeen(db, row.id, now);
      return { sessionId: row.id, accountId: row.account_id, username: row.email };
    },
    end: (token) => deleteSessionOfToken(db, hashToken(token)),
  };
}
