import { STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import { type Right, STAFF_ABSOLUTE_LIMIT_MS, type StaffRole } from '@firstyear/api-contract/desk';
import type { When } from '@firstyear/form-engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../crypto/tokens.ts';
import { currentParty } from '../process/current-party.ts';
import { expireHostCookie, setHostCookie } from './cookies.ts';
import { ApiError } from './errors.ts';
import { networkOf } from './network-address.ts';

/** The session of a member of the admissions office. */
export interface StaffSession {
  readonly sessionId: string;
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly rights: ReadonlySet<Right>;
  /** The applications that they see; all without a condition. */
  readonly condition: When | undefined;
  /** While the university's sign-on can't confirm their access. */
  readonly isReadOnly: boolean;
  /** Applications after this moment are new to them. */
  readonly newSince: Date;
  /** The network of this request; see networkOf(). */
  readonly network: string;
}

export interface StaffReader {
  /** The session of a token, which counts as used now; undefined when it does not exist, or it or the person's access has ended. */
  find(token: string): Promise<Omit<StaffSession, 'network'> | undefined>;
}

/** The well-formed token of this request. */
export function staffToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[STAFF_COOKIE] ?? '';
  return isToken(token) ? token : undefined;
}

const READS = new Set(['GET', 'HEAD']);

/**
 * The session of this request, with a right where one is named, whose calls are counted. 401 no_session; 403 not_allowed without the
 * right; 503 provider_away for a change in a session that may only read for now; 429 too_many.
 */
export async function requireStaff(
  { staff, limitSession }: { readonly staff: StaffReader; readonly limitSession: (sessionId: string) => Promise<void> },
  request: FastifyRequest,
  right: Right | undefined,
): Promise<StaffSession> {
  const token = staffToken(request);
  const network = networkOf(request.ip);
  const found = token === undefined ? undefined : await staff.find(token);
  if (found === undefined) throw new ApiError('no_session');
  currentParty().name = `staff ${found.staffId}`;
  if (right !== undefined && !found.rights.has(right)) throw new ApiError('not_allowed');
  if (found.isReadOnly && right !== undefined && !READS.has(request.method)) throw new ApiError('provider_away');
  await limitSession(found.sessionId);
  return { ...found, network };
}

/** Gives the browser a session of the office. */
export function setStaffCookie(reply: FastifyReply, token: string): void {
  setHostCookie(reply, { name: STAFF_COOKIE, value: token, httpOnly: true, maxAgeMs: STAFF_ABSOLUTE_LIMIT_MS });
}

/** Removes the session and the cache from the browser. An applicant's session in the same browser stays. */
export function expireStaffCookie(reply: FastifyReply): void {
  expireHostCookie(reply, STAFF_COOKIE);
  reply.header('clear-site-data', '"cache"');
}
