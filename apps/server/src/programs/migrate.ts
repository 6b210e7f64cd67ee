import { readConfig, readOwnerUrl } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { grantServing } from '../db/serving-role.ts';
import { installJobs } from '../jobs/jobs.ts';
import { loadStarterSchools } from '../modules/reference/lookup/starter.ts';
import { printError } from '../process/error-for-people.ts';
import { exitCodeOf } from '../process/start-refusal.ts';

/**
 * `node migrate.ts` brings the database and its starter schools up to date as the role of DATABASE_MIGRATION_URL, and grants
 * the role of DATABASE_URL what serving needs. One role may be both.
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
