import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import type { Config } from '../config/config.ts';
import type { CallLimits } from '../config/limits.ts';
import type { ServedForms } from '../config/served-forms.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { Db } from '../db/transaction.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Metrics } from '../log/metrics.ts';
import type { LoadSignals } from '../plugins/shedding.ts';

/** Makes and compares hashes of passwords. */
export interface HashEngine {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/** The dependencies of the web server; tests pass their own. */
export interface AppDependencies {
  readonly config: Config;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  /** The load of this web server. */
  readonly load: LoadSignals;
  /** The clock of sessions, independent of this process's clock. */
  readonly databaseClock: DatabaseClock;
  /** Waits this many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly partner: PartnerConfig;
  readonly forms: ServedForms;
  readonly office: OfficeConfig;
  /** Folder of the built web app. If it is missing, the server sends a page that says so. */
  readonly webRoot: string;
  /** Folder of the built app of the admissions office. Without it, nothing is served under /office. */
  readonly officeRoot?: string;
  /** Folder of the built page of helpers. Without it, nothing is served under /help. */
  readonly helpRoot?: string;
  /** Default: threads of this process. */
  readonly hashes?: HashEngine;
  /** Default: the product's own rate limits. */
  readonly callLimits?: CallLimits;
}
