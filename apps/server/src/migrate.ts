import { readConfig } from './config/config.ts';
import { migrate } from './db/migrate.ts';
import { printError } from './errors/error-for-people.ts';
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
  printError(error);
  process.exitCode = 1;
}
