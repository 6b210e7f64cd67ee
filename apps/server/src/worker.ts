import { BadConfigurationError } from '@firstyear/application-form';
import { mailerOf } from './adapters/mailer/mailer-of.ts';
import { objectStoreOf } from './adapters/object-store/object-store-of.ts';
import { ConfigError, readConfig } from './config.ts';
import { startConverting } from './converting.ts';
import { createDatabase, createPool } from './db/database.ts';
import { forgetWhatIsOver } from './db/retention.ts';
import { startJobWorker } from './jobs/jobs.ts';
import { sendMailHandler } from './jobs/send-mail.handler.ts';
import { createLog } from './log.ts';
import { answerService } from './modules/answers/service.ts';
import { loadPartner } from './partner.ts';
import { internalUrlOf, startPrinting } from './printing.ts';
import { onStop } from './stopping.ts';

/** How long running jobs may take to finish when the worker stops; what is left returns to the queue. */
const STOP_WITHIN_MS = 25_000;
const FORGET_EVERY_MS = 60 * 60_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { partner, form } = await loadPartner(config);
  const log = createLog(config.logLevel);
  const pool = createPool(config.databaseUrl, {
    connections: 4,
    onIdleError: () => log.warn('a database connection was lost'),
  });
  const db = createDatabase(pool);
  const clock = () => new Date();
  const answers = answerService({ db, form, clock, config });
  const mailer = mailerOf(config);
  const mail = await startJobWorker(config.databaseUrl, [sendMailHandler({ db, clock, mailer, partner, config })], log);
  const objects = objectStoreOf(config);
  const searchPath = process.env.PATH ?? '';
  const withoutQueue = (of: string) => (error: unknown) => {
    log.fatal({ err: error }, `the queue of ${of} could not be opened`);
    process.exit(1);
  };
  const printing = startPrinting(
    { config, searchPath, log, onFailure: withoutQueue('PDF copies') },
    { db, form, partner, clock, answers, objects, internalUrl: internalUrlOf(config) },
  );
  const converting = startConverting(
    { config, searchPath, log, onFailure: withoutQueue('documents') },
    { db, clock, objects },
  );
  const forget = () =>
    forgetWhatIsOver(db, clock()).catch(() =>
      log.warn('what is over could not be forgotten; it is tried again in an hour'),
    );
  void forget();
  const forgetting = setInterval(forget, FORGET_EVERY_MS);
  onStop(async () => {
    clearInterval(forgetting);
    await Promise.all([printing.stop(), converting.stop(), mail.stop()]);
    await mailer.close();
    await db.destroy();
  }, STOP_WITHIN_MS);
  log.info('working');
}

try {
  await main();
} catch (error) {
  const forPeople = error instanceof ConfigError || error instanceof BadConfigurationError;
  console.error(forPeople ? error.message : error);
  process.exit(1);
}
