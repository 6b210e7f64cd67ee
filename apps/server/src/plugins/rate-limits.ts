import { isServerPath } from '@firstyear/api-contract/addresses';
import type { Audience, Call } from '@firstyear/api-contract/call';
import { forgotPassword, logout, resendConfirm, signup } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../log/log.ts';
import { MINUTE_MS } from '../process/durations.ts';
import type { CallLimit, LimitCalls } from './call-limiter.ts';
import { networkOf } from './network-address.ts';

/**
 * Calls before the server says 429, in a minute and from one network. Generous, since a whole school may share one address;
 * what guards one account is counted per account and address (see modules/accounts/identity).
 */
export const CALL_LIMITS = {
  visitor: 1_500,
  /** Of the admissions office, where many may share one address. */
  staff: 6_000,
  link: 600,
  lookup: 3_000,
  uploads: 300,
  /** Calls in ten minutes that can send a mail; they count together. */
  mail: 600,
  /** Errors that browsers of one network report, and of all networks together: each is a line in the log. */
  reports: 30,
  allReports: 300,
  /** Calls in one session from any network: far beyond what one person does who types in several tabs at once. */
  session: 1_200,
};
export type CallLimits = Readonly<typeof CALL_LIMITS>;

/** For a server that only a process of ours can reach. */
export const NO_CALL_LIMITS: CallLimits = {
  visitor: Number.MAX_SAFE_INTEGER,
  staff: Number.MAX_SAFE_INTEGER,
  link: Number.MAX_SAFE_INTEGER,
  lookup: Number.MAX_SAFE_INTEGER,
  uploads: Number.MAX_SAFE_INTEGER,
  mail: Number.MAX_SAFE_INTEGER,
  reports: Number.MAX_SAFE_INTEGER,
  allReports: Number.MAX_SAFE_INTEGER,
  session: Number.MAX_SAFE_INTEGER,
};

/** The group that a call counts toward; calls in a session count toward the session. */
export type CallGroup = 'visitor' | 'staff' | 'link' | 'lookup' | 'uploads' | 'mail';

/** The group of each audience. */
const GROUP_OF: Readonly<Record<Audience, CallGroup | undefined>> = {
  visitor: 'visitor',
  applicant: undefined,
  staff: 'staff',
  link: 'link',
};

/** Calls with another group. A logout has none, since a refused logout leaves a session open. */
const OWN_GROUPS: ReadonlyMap<Call, CallGroup | undefined> = new Map<Call, CallGroup | undefined>([
  [signup, 'mail'],
  [resendConfirm, 'mail'],
  [forgotPassword, 'mail'],
  [lookupFind, 'lookup'],
  [logout, undefined],
]);

function groupOf(request: FastifyRequest): CallGroup | undefined {
  const { call, limit } = request.routeOptions.config;
  if (call !== undefined) return OWN_GROUPS.has(call) ? OWN_GROUPS.get(call) : GROUP_OF[call.for];
  // Calls of unknown addresses count as a visitor's.
  return limit ?? (isKnown(request) || !isServerPath(pathOf(request.url)) ? undefined : 'visitor');
}

/** Whether a route other than the one for all pages serves this request. */
const isKnown = ({ is404, routeOptions }: FastifyRequest) => !is404 && routeOptions.url !== '/*';

/** The limit of a group with its window. */
export function limitOf(group: keyof CallLimits, limits: CallLimits): CallLimit {
  return { max: limits[group], windowMs: group === 'mail' ? 10 * MINUTE_MS : MINUTE_MS };
}

/** Counts calls from each network by group and refuses those beyond the limit: 429 with Retry-After. */
export function registerRateLimits(app: FastifyInstance, limits: CallLimits, limitCalls: LimitCalls): void {
  app.addHook('onRequest', async (request) => {
    const group = groupOf(request);
    if (group === undefined) return;
    await limitCalls(`${group} ${networkOf(request.ip)}`, limitOf(group, limits));
  });
}
