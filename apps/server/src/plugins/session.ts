import {
  COOKIE_PREFIX,
  DEVICE_COOKIE,
  MARKER_COOKIE,
  SESSION_COOKIE,
  SIGN_ON_COOKIE,
  SIGNED_OUT_COOKIE,
  SIGNUP_COOKIE,
  STAFF_COOKIE,
} from '@firstyear/api-contract/cookies';
import { ABSOLUTE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../crypto/tokens.ts';
import { currentParty } from '../process/current-party.ts';
import { expireHostCookie, setHostCookie } from './cookies.ts';
import { ApiError } from './errors.ts';
import { networkOf } from './network-address.ts';

/** An applicant's session. `username` is the account's email address. */
export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
  readonly username: string;
  /** The network of this request; see networkOf(). */
  readonly network: string;
}

export interface SessionReader {
  /** The session of a token, which counts as used now; undefined when it does not exist or has expired. */
  find(token: string): Promise<Omit<Session, 'network'> | undefined>;
  /** The account of a token whose session this server has found before, from memory; it may have ended since. */
  accountOf(token: string): string | undefined;
}

/** The well-formed session token of this request. Only the HttpOnly cookie counts; the readable marker grants nothing. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[SESSION_COOKIE] ?? '';
  return isToken(token) ? token : undefined;
}

/** The session of this request, or undefined. */
export async function findSession(sessions: SessionReader, request: FastifyRequest): Promise<Session | undefined> {
  const token = sessionToken(request);
  // Read before any await: once the caller has left, the request has no address.
  const network = networkOf(request.ip);
  const found = token === undefined ? undefined : await sessions.find(token);
  if (found === undefined) return undefined;
  currentParty().name = found.accountId;
  return { ...found, network };
}

/** The session of this request; 401 no_session when there is none. */
export async function requireSession(sessions: SessionReader, request: FastifyRequest): Promise<Session> {
  const session = await findSession(sessions, request);
  if (session === undefined) throw new ApiError('no_session');
  return session;
}

/** Sets the session's token in an HttpOnly cookie, and a marker without a secret that scripts can read. */
export function setSessionCookies(reply: FastifyReply, token: string): void {
  setHostCookie(reply, { name: SESSION_COOKIE, value: token, httpOnly: true, maxAgeMs: ABSOLUTE_LIMIT_MS });
  setHostCookie(reply, { name: MARKER_COOKIE, value: '1', httpOnly: false, maxAgeMs: ABSOLUTE_LIMIT_MS });
}

/** Cookies that grant nothing, and those of the office, stay after a logout. */
const KEPT_COOKIES: readonly string[] = [SIGNUP_COOKIE, DEVICE_COOKIE, STAFF_COOKIE, SIGN_ON_COOKIE, SIGNED_OUT_COOKIE];

/** Removes the session from the browser; the session itself may live on. */
export function expireSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const ours = Object.keys(request.cookies).filter(
    (name) => name.startsWith(COOKIE_PREFIX) && !KEPT_COOKIES.includes(name),
  );
  for (const name of new Set([SESSION_COOKIE, MARKER_COOKIE, ...ours])) expireHostCookie(reply, name);
}

/** Expires the cookies of a session. Asks the browser to clear its storage if the request has a session, even an ended one. */
export function clearBrowser(request: FastifyRequest, reply: FastifyReply): void {
  expireSessionCookies(request, reply);
  if (sessionToken(request) === undefined) return;
  reply.header('clear-site-data', '"cache", "storage"');
}
