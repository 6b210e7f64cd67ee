import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import type { FastifyPluginAsync } from 'fastify';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import type { Config } from '../config/config.ts';
import type { ServedForms } from '../config/served-forms.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { Db } from '../db/transaction.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { LimitCalls } from '../plugins/call-limiter.ts';
import type { CallLimits } from '../plugins/rate-limits.ts';
import type { LoadSignals } from '../plugins/shedding.ts';
import type { StaffReader } from '../plugins/staff-session.ts';
import type { HashEngine } from './accounts/identity/argon2id.ts';
import type { PasswordHasher } from './accounts/identity/password-hasher.ts';
import type { PasswordStrength } from './accounts/identity/password-strength.ts';
import type { SessionService } from './accounts/session/service.ts';
import type { SignOnProvider } from './accounts/staff/provider.ts';
import type { AnswerService } from './application/answers/service.ts';

/** Everything the web server is made of; tests give their own. */
export interface AppDependencies {
  readonly config: Config;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  /** What says how busy this web server is. */
  readonly load: LoadSignals;
  /** The clock that sessions go by, whatever this process's own says. */
  readonly databaseClock: DatabaseClock;
  /** Waits this many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly partner: PartnerConfig;
  readonly forms: ServedForms;
  /** How the admissions office works with this product. */
  readonly office: OfficeConfig;
  /** Folder of the built web app; without it the server sends a page that says so. */
  readonly webRoot: string;
  /** Folder of the built app of the admissions office; nothing is served under /office without it. */
  readonly officeRoot?: string;
  /** What hashes passwords; threads of this process when not given. */
  readonly hashes?: HashEngine;
  /** How many calls are let through; the house's own limits when not given. */
  readonly callLimits?: CallLimits;
}

/** What is built once in the process and shared by its modules. */
export interface Services {
  readonly sessions: SessionService;
  readonly staff: StaffReader;
  /** The university's provider, where there is one. */
  readonly signOn: SignOnProvider | undefined;
  readonly answers: AnswerService;
  readonly objects: ObjectStore;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly limitCalls: LimitCalls;
  /** Counts one call of a session; throws too_many beyond the limit. */
  readonly limitSession: (sessionId: string) => Promise<void>;
}

export type ModuleDependencies = AppDependencies & Services;

/** One part of the server with its routes. */
export type Module = (deps: ModuleDependencies) => FastifyPluginAsync;
