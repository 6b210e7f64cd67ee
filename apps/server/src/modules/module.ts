import type { Form, PartnerConfig } from '@firstyear/application-form';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/transaction.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { CallLimits } from '../plugins/rate-limits.ts';

/** Everything the web server is made of; tests give their own. */
export interface AppDependencies {
  readonly config: Config;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly partner: PartnerConfig;
  readonly form: Form;
  /** Folder of the built web app; without it the server answers with a page that says so. */
  readonly webRoot: string;
  /** Calls a minute from one network; the house's own limits when not given. */
  readonly callLimits?: CallLimits;
}

/** One part of the server with its routes. */
export type Module = (deps: AppDependencies) => FastifyPluginAsync;
