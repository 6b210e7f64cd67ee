import { fileURLToPath } from 'node:url';
import { BadConfigurationError } from '@firstyear/application-form';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { createDatabase, createPool } from './db/database.ts';
import { startJobSender } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { loadPartner } from './partner.ts';
import { onStop } from './stopping.ts';

/** How long requests that run may take to finish when the server stops. */
const STOP_WITHIN_MS = 15_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { partner, form } = await loadPartner(config);
  const log = createLog(config.logLevel);
  const pool = createPool(config.databaseUrl, { onIdleError: () => log.warn('a database connection was lost') });
  const db = createDatabase(pool);
  const jobs = await startJobSender(pool, log);
  const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
  const app = await buildApp({ config, db, jobs, clock: () => new Date(), partner, form, webRoot });
  const stop = async () => {
    await app.close();
    await jobs.stop();
    await db.destroy();
  };
  onStop(stop, STOP_WITHIN_MS);
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' });
  } catch (error) {
    await stop();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new ConfigError(`PORT ${config.port} is in use by another program. Stop it, or set PORT to a free one.`);
    }
    throw error;
  }
}

try {
  await main();
} catch (error) {
  const forPeople = error instanceof ConfigError || error instanceof BadConfigurationError;
  console.error(forPeople ? error.message : error);
  process.exit(1);
}
