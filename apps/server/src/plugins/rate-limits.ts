import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';
import { networkOf } from './network-address.ts';

/** Calls a minute from one network before the server says 429, by the first part of the path. */
export interface CallLimits {
  readonly public: number;
  readonly lookup: number;
  readonly service: number;
}

/**
 * Generous, since a whole school may share one address; what guards one account is counted per account and address
 * (see modules/identity).
 */
export const CALL_LIMITS: CallLimits = { public: 1_500, lookup: 3_000, service: 600 };

const GROUP = /^\/(public|lookup|service)\//;

export async function registerRateLimits(app: FastifyInstance, limits: CallLimits): Promise<void> {
  // Before the library's own hook, which reads what this one writes.
  app.addHook('onRoute', (options) => {
    const group = GROUP.exec(options.url)?.[1];
    if (group !== 'public' && group !== 'lookup' && group !== 'service') return;
    options.config = { ...options.config, rateLimit: { max: limits[group], timeWindow: 60_000, groupId: group } };
  });
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) =>
      new ApiError('too_many', { headers: { 'retry-after': String(Math.ceil(context.ttl / 1000)) } }),
  });
}
