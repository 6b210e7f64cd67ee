import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';
import { networkOf } from './network-address.ts';

/**
 * Calls a minute from one network before the server says 429. Generous, since a whole school may share one address;
 * what guards one account is counted per account (see modules/identity).
 */
const PER_MINUTE = { public: 300, lookup: 1_200, service: 300 } as const;

const GROUP = /^\/(public|lookup|service)\//;

export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) =>
      new ApiError('too_many', { headers: { 'retry-after': String(Math.ceil(context.ttl / 1000)) } }),
  });
  app.addHook('onRoute', (options) => {
    const group = GROUP.exec(options.url)?.[1];
    if (group !== 'public' && group !== 'lookup' && group !== 'service') return;
    options.config = { ...options.config, rateLimit: { max: PER_MINUTE[group], timeWindow: 60_000, groupId: group } };
  });
}
