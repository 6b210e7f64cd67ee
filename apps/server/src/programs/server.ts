import { setTimeout as pause } from 'node:timers/promises';
import { type Config, describeMisspelledVariables, readConfig } from '../config/config.ts';
import { loadPartner } from '../config/load-partner.ts';
import { describeLocalFolders } from '../config/unsafe-settings.ts';
import { helpRootOf, officeRootOf, webRootOf } from '../config/web-root.ts';
import { CONNECTIONS } from '../db/connections.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { databaseClock } from '../db/database-clock.ts';
import { connectionTurns } from '../db/kysely-pool.ts';
import { checkSchema, NEWER_SCHEMA } from '../db/migrate.ts';
import { startJobSender } from '../jobs/jobs.ts';
import { createLog } from '../log/create-log.ts';
import { createMetrics } from '../log/metrics.ts';
import { missingWall } from '../log/missing-wall.ts';
import { serveMetrics } from '../log/serve-metrics.ts';
import { hashProcess } from '../modules/accounts/identity/hash-process.ts';
import {
  describeNewerReleases,
  describeOtherSeasons,
  recordReleases,
} from '../modules/application/releases/service.ts';
import { canAlterTrail } from '../modules/audit/service.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { measureLoopDelay } from '../plugins/shedding.ts';
import { dropRoot, PROGRAM_FOLDERS } from '../process/drop-root.ts';
import { printError } from '../process/error-for-people.ts';
import { describeListenError } from '../process/listen-error.ts';
import { exitCodeOf } from '../process/start-refusal.ts';
import { onStop } from '../process/stop-signals.ts';
import { buildApp } from './app.ts';
import { isOneOfSeveral, runWebProcesses, shareMetrics } from './web-processes.ts';

/** How long running requests may take to finish when the server stops. */
const STOP_WITHIN_MS = 15_000;

/** Lower ports are root's. */
const FIRST_FREE_PORT = 1024;

const ALTERABLE_TRAIL =
  'The audit trail can be altered: the database role that serves owns its table. Set DATABASE_MIGRATION_URL to use two roles (docs/operating.md).';

async function main(config: Config): Promise<void> {
  const { partner, forms: loaded, office } = await loadPartner(config);
  const log = createLog(config.logLevel);
  const pool = createPool(config.databaseUrl, {
    connections: CONNECTIONS.web.calls,
    onIdleError: () => log.warn('a database connection was lost'),
  });
  const turns = connectionTurns(CONNECTIONS.web.calls, () => performance.now());
  const db = createDatabase(pool, { turns });
  const delay = measureLoopDelay(() => performance.now());
  const load = { loopDelayMs: delay.current, waitMs: turns.waitMs };
  const clock = () => new Date();
  if ((await checkSchema(db)) === 'newer') log.warn(NEWER_SCHEMA);
  for (const sentence of describeMisspelledVariables(process.env)) log.warn(sentence);
  const folders = describeLocalFolders(config);
  if (folders !== undefined) log.warn(folders);
  await requireKnownKeys({ db, clock, config });
  const forms = await recordReleases(db, loaded, clock());
  for (const sentence of await describeOtherSeasons(db, forms)) log.warn(sentence);
  for (const sentence of await describeNewerReleases(db, forms)) log.warn(sentence);
  if (await canAlterTrail(db)) log.warn(ALTERABLE_TRAIL);
  const metrics = createMetrics();
  metrics.pools.set('calls', pool);
  const dropRights = () => {
    const reason = dropRoot({ dataDir: config.dataDir, readable: PROGRAM_FOLDERS });
    if (reason !== undefined) missingWall(config, log)(reason);
  };
  if (config.port >= FIRST_FREE_PORT) dropRights();
  const jobs = await startJobSender(pool, log);
  const hashes = hashProcess();
  const shared = { config, db, jobs, clock, databaseClock, partner, forms, office };
  const app = await buildApp({
    ...shared,
    hashes,
    metrics,
    load,
    pause,
    webRoot: webRootOf(config),
    officeRoot: officeRootOf(config),
    helpRoot: helpRootOf(config),
  });
  if (isOneOfSeveral()) shareMetrics(metrics.registry);
  const isMeasured = config.metrics !== undefined && !isOneOfSeveral();
  const measuring = isMeasured ? await serveMetrics(metrics.registry, config.metrics) : undefined;
  const stop = async () => {
    await app.close();
    await hashes.stop();
    await measuring?.stop();
    await jobs.stop();
    await db.destroy();
  };
  onStop(stop, STOP_WITHIN_MS);
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' });
    if (config.port < FIRST_FREE_PORT) dropRights();
    // After rights are dropped, and before the first login needs it.
    hashes.start();
  } catch (error) {
    await stop();
    throw describeListenError(error, { ...config, prefix: '' });
  }
}

try {
  const config = readConfig(process.env);
  const isFirstOfSeveral = config.webProcesses > 1 && !isOneOfSeveral();
  if (isFirstOfSeveral) await runWebProcesses(config, createLog(config.logLevel), STOP_WITHIN_MS + 2_000);
  else await main(config);
} catch (error) {
  printError(error);
  process.exit(exitCodeOf(error));
}
