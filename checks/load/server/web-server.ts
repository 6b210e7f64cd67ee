import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import { buildApp } from '../../../apps/server/src/app.ts';
import type { Config } from '../../../apps/server/src/config/config.ts';
import { loadPartner } from '../../../apps/server/src/config/load-partner.ts';
import { createDatabase, createPool } from '../../../apps/server/src/db/database.ts';
import { databaseClock } from '../../../apps/server/src/db/database-clock.ts';
import { startJobSender } from '../../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../../apps/server/src/log/create-log.ts';
import { createMetrics } from '../../../apps/server/src/metrics/metrics.ts';
import { hashProcess } from '../../../apps/server/src/modules/accounts/identity/hash-process.ts';
import type { AppDependencies } from '../../../apps/server/src/modules/module.ts';
import { NO_CALL_LIMITS } from '../../../apps/server/src/plugins/rate-limits.ts';
import { NO_LOAD } from '../../../apps/server/src/plugins/shedding.ts';

/** A configuration as of a production server on this machine, with a database and a folder of its own. */
export function serverConfig(databaseUrl: string, dataDir: string, secret: Buffer): Config {
  return {
    environment: 'production',
    port: 0,
    webProcesses: 1,
    hasServiceWorker: true,
    host: '127.0.0.1',
    dataDir,
    publicUrl: 'http://localhost:3000',
    databaseUrl,
    directUrl: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    mailBudgetPerHour: 5000,
    partner: process.env.PARTNER ?? DEFAULT_PARTNER,
    trustedProxy: [],
    secret: { current: secret, previous: undefined },
    logLevel: 'silent',
    allowUnsandboxed: false,
    chromiumPath: process.env.CHROMIUM_PATH,
    searchPath: process.env.PATH ?? '',
    addressProvider: { kind: 'embedded' },
    s3: undefined,
    clamavAddress: undefined,
    officeClientSecret: undefined,
    metrics: undefined,
  };
}

/** The real web server in this process, silent and without limits of calls, on a port of loopback that is free. */
export async function startWebServer(config: Config, webRoot: string, connections: number) {
  const { partner, forms, office } = await loadPartner(config);
  const pool = createPool(config.databaseUrl, { connections, pipeline: true });
  const db = createDatabase(pool);
  const jobs = await startJobSender(pool, createLog('silent'));
  const clock = () => new Date();
  const hashes = hashProcess();
  const deps: AppDependencies = {
    ...{ config, db, jobs, clock, databaseClock, partner, forms, office, webRoot, pause, hashes },
    metrics: createMetrics(),
    load: NO_LOAD,
    callLimits: NO_CALL_LIMITS,
  };
  const app = await buildApp(deps);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    deps,
    origin,
    stop: async () => {
      await app.close();
      await hashes.stop();
      await jobs.stop();
      await db.destroy();
    },
  };
}
