import { ConfigError, readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { installJobs } from './jobs/jobs.ts';
import { loadStarterSchools } from './modules/lookup/import/starter.ts';

/** `node migrate.ts` brings the database at DATABASE_URL up to date, starter schools included, and ends. */
try {
  const { databaseUrl } = readConfig(process.env);
  const applied = await migrate(databaseUrl);
  await installJobs(databaseUrl);
  await loadStarterSchools(databaseUrl, () => new Date());
  console.log(applied.length === 0 ? 'The database is up to date.' : `Migrated: ${applied.join(', ')}.`);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
