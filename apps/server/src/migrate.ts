import { readConfig, readOwnerUrl } from './config/config.ts';
import { migrate } from './db/migrate.ts';
import { grantServing } from './db/serving-role.ts';
import { printError } from './errors/error-for-people.ts';
import { exitCodeOf } from './errors/start-refusal.ts';
import { installJobs } from './jobs/jobs.ts';
import { loadStarterSchools } from './modules/reference/lookup/starter.ts';

/**
 * `node migrate.ts` brings the database up to date, starter schools included, as the role of DATABASE_MIGRATION_URL,
 * lets the role of DATABASE_URL serve from it, and ends. One role may be both.
 */
try {
  const { databaseUrl } = readConfig(process.env);
  const ownerUrl = readOwnerUrl(process.env) ?? databaseUrl;
  const applied = await migrate(ownerUrl);
  await installJobs(ownerUrl);
  await loadStarterSchools(ownerUrl, () => new Date());
  await grantServing(ownerUrl, databaseUrl);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Migrated: ${applied.join(', ')}.`);
} catch (error) {
  printError(error);
  process.exitCode = exitCodeOf(error);
}
