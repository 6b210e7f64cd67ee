import {
  ABSOLUTE_LIMIT_MS,
  COOKIE_PREFIX,
  IDLE_LIMIT_MS,
  MARKER_COOKIE,
  SESSION_COOKIE,
  SIGNUP_COOKIE,
} from '@firstyear/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, newToken } from '../crypto/tokens.ts';
import type { Db } from '../db/transaction.ts';
import { expireHostCookie, setHostCookie } from './cookies.ts';
import { ApiError } from './errors.ts';

/** Who is logged in. `username` is the account's e-mail address. */
export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
  readonly username: string;
}

interface SessionDependencies {
  readonly db: Db;
  readonly clock: () => Date;
}

/** How often at most a session's last use is written: its idle limit is exact to this. */
const TOUCH_EVERY_MS = 15_000;

/** The session of this request, or undefined. Only the HttpOnly cookie counts; the readable marker grants nothing. */
export async function findSession(deps: SessionDependencies, request: FastifyRequest): Promise<Session | undefined> {
  const token = request.cookies[SESSION_COOKIE];
  if (token === undefined || token === '') return undefined;
  const row = await deps.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'session.account_id', 'session.created_at', 'session.last_seen_at', 'account.email'])
    .where('session.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const now = deps.clock();
  const idleFor = now.getTime() - row.last_seen_at.getTime();
  if (idleFor >= IDLE_LIMIT_MS || now.getTime() - row.created_at.getTime() >= ABSOLUTE_LIMIT_MS) {
    await deps.db.deleteFrom('session').where('id', '=', row.id).execute();
    return undefined;
  }
  if (idleFor >= TOUCH_EVERY_MS) {
    await deps.db.updateTable('session').set({ last_seen_at: now }).where('id', '=', row.id).execute();
  }
  return { sessionId: row.id, accountId: row.account_id, username: row.email };
}

/** The session of this request; 401 no_session when there is none. */
export async function requireSession(deps: SessionDependencies, request: FastifyRequest): Promise<Session> {
  const session = await findSession(deps, request);
  if (session === undefined) throw new ApiError('no_session');
  return session;
}

/** Begins a session with a new token. Answers the token, for setSessionCookies(). */
export async function createSession(db: Db, accountId: string, now: Date): Promise<string> {
  const token = newToken();
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), account_id: accountId, created_at: now, last_seen_at: now })
    .execute();
  return token;
}

export function setSessionCookies(reply: FastifyReply, token: string): void {
  setHostCookie(reply, { name: SESSION_COOKIE, value: token, httpOnly: true, maxAgeMs: ABSOLUTE_LIMIT_MS });
  setHostCookie(reply, { name: MARKER_COOKIE, value: '1', httpOnly: false, maxAgeMs: ABSOLUTE_LIMIT_MS });
}

/** Deletes the sessions of an account that have run out. */
export async function forgetOldSessions(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<=', new Date(now.getTime() - IDLE_LIMIT_MS)),
        eb('created_at', '<=', new Date(now.getTime() - ABSOLUTE_LIMIT_MS)),
      ]),
    )
    .execute();
}

/** Ends the session this request names, if there is one. */
export async function endSession(db: Db, request: FastifyRequest): Promise<void> {
  const token = request.cookies[SESSION_COOKIE];
  if (token !== undefined) await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
}

export async function endAllSessions(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute();
}

/** Expires every cookie of ours and asks the browser to drop what it kept. */
export function clearBrowser(request: FastifyRequest, reply: FastifyReply): void {
  const ours = Object.keys(request.cookies).filter((name) => name.startsWith(COOKIE_PREFIX) && name !== SIGNUP_COOKIE);
  for (const name of new Set([SESSION_COOKIE, MARKER_COOKIE, ...ours])) expireHostCookie(reply, name);
  reply.header('clear-site-data', '"cache", "storage"');
}
