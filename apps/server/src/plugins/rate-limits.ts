import rateLimit from '@fastify/rate-limit';
import { forgotPassword, resendConfirm, signup } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../time/durations.ts';
import { ApiError } from './errors.ts';
import { networkOf } from './network-address.ts';

/** Calls from one network before the server says 429: a minute for each first part of the path, and for what sends mail. */
export interface CallLimits {
  readonly public: number;
  readonly lookup: number;
  readonly service: number;
  readonly uploads: number;
  /** Calls in ten minutes that can send a mail; they count together. */
  readonly mail: number;
}

/**
 * Generous, since a whole school may share one address; what guards one account is counted per account and address
 * (see modules/identity).
 */
export const CALL_LIMITS: CallLimits = { public: 1_500, lookup: 3_000, service: 600, uploads: 300, mail: 600 };

const SENDS_MAIL: readonly string[] = [signup.path, resendConfirm.path, forgotPassword.path];

function groupOf(path: string): keyof CallLimits | undefined {
  if (SENDS_MAIL.includes(path)) return 'mail';
  const first = path.split('/', 2)[1];
  return first === 'public' || first === 'lookup' || first === 'service' || first === 'uploads' ? first : undefined;
}

/** Counts calls from each network by group and refuses those beyond the limit: 429 with Retry-After. */
export async function registerRateLimits(app: FastifyInstance, limits: CallLimits): Promise<void> {
  await app.register(rateLimit, { global: false });
  const limiter = (group: keyof CallLimits) =>
    app.createRateLimit({
      max: limits[group],
      timeWindow: group === 'mail' ? 10 * MINUTE_MS : MINUTE_MS,
      keyGenerator: (request) => `${group} ${networkOf(request.ip)}`,
    });
  const limiters = {
    public: limiter('public'),
    lookup: limiter('lookup'),
    service: limiter('service'),
    uploads: limiter('uploads'),
    mail: limiter('mail'),
  };
  app.addHook('onRequest', async (request) => {
    const group = groupOf(request.url.split('?', 1)[0] ?? '');
    if (group === undefined) return;
    const count = await limiters[group](request);
    if (count.isAllowed || !count.isExceeded) return;
    throw new ApiError('too_many', { headers: { 'retry-after': String(Math.max(1, count.ttlInSeconds)) } });
  });
}
