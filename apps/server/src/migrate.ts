import { ConfigError, readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { installJobs } from './jobs/jobs.ts';

/** `node migrate.ts` brings the database at DATABASE_URL up to date and ends. */
try {
  const { databaseUrl } = readConfig(process.env);
  const applied = await migrate(databaseUrl);
  await installJobs(databaseUrl);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Migrated: ${applied.join(', ')}.`);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
