import { forgotPassword, resendConfirm, signup } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../time/durations.ts';
import type { CallLimit, LimitCalls } from './call-limiter.ts';
import { networkOf } from './network-address.ts';

/** Calls before the server says 429: a minute for each first part of the path, and for what sends mail. */
export interface CallLimits {
  readonly public: number;
  readonly lookup: number;
  readonly service: number;
  readonly uploads: number;
  /** Of the admissions office, where many may share one address. */
  readonly office: number;
  /** Calls in ten minutes that can send a mail; they count together. */
  readonly mail: number;
  /** Errors that browsers of one network report, and of all networks together: each is a line in the log. */
  readonly reports: number;
  readonly allReports: number;
  /** Calls in one session, an applicant's or one of the office, from wherever they come. */
  readonly session: number;
}

/**
 * Generous, since a whole school may share one address; what guards one account is counted per account and address
 * (see modules/accounts/identity). A session's limit is far beyond what somebody does who types in several tabs at once.
 */
export const CALL_LIMITS: CallLimits = {
  public: 1_500,
  lookup: 3_000,
  service: 600,
  uploads: 300,
  office: 6_000,
  mail: 600,
  reports: 30,
  allReports: 300,
  session: 1_200,
};

/** For a server that only a process of ours can reach. */
export const NO_CALL_LIMITS: CallLimits = {
  public: Number.MAX_SAFE_INTEGER,
  lookup: Number.MAX_SAFE_INTEGER,
  service: Number.MAX_SAFE_INTEGER,
  uploads: Number.MAX_SAFE_INTEGER,
  office: Number.MAX_SAFE_INTEGER,
  mail: Number.MAX_SAFE_INTEGER,
  reports: Number.MAX_SAFE_INTEGER,
  allReports: Number.MAX_SAFE_INTEGER,
  session: Number.MAX_SAFE_INTEGER,
};

const SENDS_MAIL: readonly string[] = [signup.path, resendConfirm.path, forgotPassword.path];
const GROUPS = ['public', 'lookup', 'service', 'uploads', 'office'] as const;
type Group = (typeof GROUPS)[number] | 'mail';

function groupOf(path: string): Group | undefined {
  if (SENDS_MAIL.includes(path)) return 'mail';
  const first = path.split('/', 2)[1];
  return GROUPS.find((group) => group === first);
}

/** What one of these limits is. */
export function limitOf(group: keyof CallLimits, limits: CallLimits): CallLimit {
  return { max: limits[group], windowMs: group === 'mail' ? 10 * MINUTE_MS : MINUTE_MS };
}

/** Counts calls from each network by group and refuses those beyond the limit: 429 with Retry-After. */
export function registerRateLimits(app: FastifyInstance, limits: CallLimits, limitCalls: LimitCalls): void {
  app.addHook('onRequest', async (request) => {
    const group = groupOf(request.url.split('?', 1)[0] ?? '');
    if (group === undefined) return;
    await limitCalls(`${group} ${networkOf(request.ip)}`, limitOf(group, limits));
  });
}
