import { isServerPath } from '@firstyear/api-contract/addresses';
import type { Audience, Call } from '@firstyear/api-contract/call';
import { forgotPassword, logout, resendConfirm, signup } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallLimit, type CallLimits, limitOf } from '../config/limits.ts';
import { pathOf } from '../log/log.ts';
import { networkOf } from './network-address.ts';

/** Counts one call of a subject; throws too_many, with the seconds left in Retry-After, beyond the limit. */
export type LimitCalls = (subject: string, limit: CallLimit) => Promise<void>;

/** The group that a call counts toward; calls in a session count toward the session. */
export type CallGroup = 'visitor' | 'staff' | 'link' | 'lookup' | 'uploads' | 'mail';

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

/** Counts calls from each network by group and refuses those beyond the limit: 429 with Retry-After. */
export function registerRateLimits(app: FastifyInstance, limits: CallLimits, limitCalls: LimitCalls): void {
  app.addHook('onRequest', async (request) => {
    const group = groupOf(request);
    if (group === undefined) return;
    await limitCalls(`${group} ${networkOf(request.ip)}`, limitOf(group, limits));
  });
}
