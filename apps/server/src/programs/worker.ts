import { setTimeout as pause } from 'node:timers/promises';
import { findWallObstacle } from '@firstyear/document-converter/isolation';
import { countedMailer, mailerOf } from '../adapters/mailer/mailer-of.ts';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { describeMisspelledVariables, readConfig } from '../config/config.ts';
import { loadPartner } from '../config/load-partner.ts';
import { describeLocalFolders } from '../config/unsafe-settings.ts';
import { webRootOf } from '../config/web-root.ts';
import { CONNECTIONS } from '../db/connections.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { databaseClock, readDatabaseTime } from '../db/database-clock.ts';
import { checkSchema, NEWER_SCHEMA } from '../db/migrate.ts';
import { holdClaim } from '../db/worker-claim.ts';
import { readQueueDepths } from '../jobs/job-rows.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { createLog } from '../log/create-log.ts';
import { createMetrics, observeQueues } from '../log/metrics.ts';
import { missingWall } from '../log/missing-wall.ts';
import { serveMetrics } from '../log/serve-metrics.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { readLinkDepth } from '../modules/application/helpers/service.ts';
import { queueItemReminders } from '../modules/application/items/reminders.ts';
import { recordReleases } from '../modules/application/releases/service.ts';
import { readConversionDepths } from '../modules/application/uploads/end-conversion.ts';
import { deleteAbandonedUploads } from '../modules/application/uploads/service.ts';
import { sendMailHandler } from '../modules/mail/send-mail.handler.ts';
import { exportApplicationsHandler } from '../modules/office/export/exports.handler.ts';
import { deleteOldExports } from '../modules/office/export/service.ts';
import { readChecklistDepth } from '../modules/office/list/waiting.ts';
import { actOnManyHandler } from '../modules/office/many/act-on-many.handler.ts';
import { deleteExpired } from '../modules/operations/retention/service.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { queueReminders } from '../modules/reference/reminders/service.ts';
import { dropRoot, PROGRAM_FOLDERS } from '../process/drop-root.ts';
import { printError } from '../process/error-for-people.ts';
import { everyHour } from '../process/every-hour.ts';
import { exitCodeOf } from '../process/start-refusal.ts';
import { onStop } from '../process/stop-signals.ts';
import { startConverting } from './converting.ts';
import { startPrinting } from './printing.ts';

/** How long running jobs may take to finish when the worker stops; unfinished ones return to the queue. */
const STOP_WITHIN_MS = 25_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { partner, forms: loaded, office } = await loadPartner(config);
  const log = createLog(config.logLevel);
  const pool = createPool(config.databaseUrl, {
    connections: CONNECTIONS.worker.work,
    onIdleError: () => log.warn('a database connection was lost'),
  });
  const db = createDatabase(pool);
  const clock = () => new Date();
  if ((await checkSchema(db)) === 'newer') log.warn(NEWER_SCHEMA);
  for (const sentence of describeMisspelledVariables(process.env)) log.warn(sentence);
  const folders = describeLocalFolders(config);
  if (folders !== undefined) log.warn(folders);
  await requireKnownKeys({ db, clock, config });
  const forms = await recordReleases(db, loaded, clock());
  const reason = dropRoot({
    dataDir: config.dataDir,
    readable: PROGRAM_FOLDERS,
    findObstacle: (user) => findWallObstacle(config.searchPath, user),
  });
  if (reason !== undefined) missingWall(config, log)(reason);
  const answers = answerReader(config.secret, log);
  const metrics = createMetrics();
  metrics.pools.set('worker', pool);
  observeQueues(metrics.registry, async () => [
    ...(await readQueueDepths(db)),
    ...(await readConversionDepths(db)),
    await readLinkDepth(db),
    await readChecklistDepth({ db, forms, office, partner }),
  ]);
  const mailer = countedMailer(mailerOf(config), (outcome) => metrics.mails.inc({ outcome }));
  const jobs = await openJobQueue(config.databaseUrl, log);
  const objects = objectStoreOf(config);
  const mails = await jobs.work([
    sendMailHandler({ db, clock, mailer, partner, config }),
    exportApplicationsHandler({ db, clock, forms, office, answers, objects, jobs, partner, config }),
    actOnManyHandler({ db, clock, forms, partner, config, office, answers, jobs }),
  ]);
  const claim = holdClaim(config.databaseUrl);
  const exitWithoutWork = (work: string) => (error: unknown) => {
    log.fatal({ err: error }, `work on ${work} could not be begun`);
    process.exit(1);
  };
  const startPrintingFromOwnPage = async () => {
    // As large as the web server, so it is loaded while mails and documents are already handled.
    const { servePrintPage } = await import('./print-page.ts');
    const shared = { config, db, clock, databaseClock, partner, forms, office, metrics };
    const page = await servePrintPage({ ...shared, jobs, pause, webRoot: webRootOf(config) });
    const printing = startPrinting(
      { config, log, queue: jobs, onFailure: exitWithoutWork('PDF copies') },
      { db, forms, clock, answers, objects, claim, partner, config, internalUrl: page.url },
    );
    return {
      stop: async () => {
        await printing.stop();
        await page.stop();
      },
    };
  };
  const converting = startConverting(
    { config, log, queue: jobs, onFailure: exitWithoutWork('documents') },
    { db, clock, objects, claim, metrics, forms, config },
  );
  const measuring = config.metrics && (await serveMetrics(metrics.registry, config.metrics));
  const printing = startPrintingFromOwnPage();
  printing.catch(exitWithoutWork('PDF copies'));
  const retriesLater = (message: string) => (error: unknown, retryMs: number) =>
    log.warn({ err: error, retry_in_s: retryMs / 1000 }, message);
  const startHourlyWork = () => [
    everyHour(async () => {
      await deleteExpired(db, await readDatabaseTime(db));
      await deleteOldExports({ db, jobs }, await readDatabaseTime(db));
      await deleteAbandonedUploads({ db, jobs }, await readDatabaseTime(db));
    }, retriesLater('what has expired could not be deleted for now')),
    everyHour(async () => {
      await queueReminders({ db, jobs, forms, config }, await readDatabaseTime(db));
      await queueItemReminders({ db, jobs, forms, config }, await readDatabaseTime(db));
    }, retriesLater('reminders could not be queued for now')),
  ];
  // Loading the page blocks this process for seconds on a busy machine, so a connection opened meanwhile would time out.
  const hourlyWork = printing.then(startHourlyWork, () => []);
  onStop(async () => {
    for (const work of await hourlyWork) work.stop();
    const stopPrinting = printing.then((started) => started.stop()).catch(() => undefined);
    await Promise.all([stopPrinting, converting.stop(), mails.stop()]);
    await jobs.stop();
    await measuring?.stop();
    await claim.release();
    await mailer.close();
    await db.destroy();
  }, STOP_WITHIN_MS);
  log.info('working');
}

try {
  await main();
} catch (error) {
  printError(error);
  process.exit(exitCodeOf(error));
}
