import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeDatabaseFolder } from '../db/database-folder.testing.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { installJobs } from '../jobs/jobs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL for tests, its maintenance database. */
    databaseServerUrl: string;
    /** A migrated database to clone. */
    databaseTemplate: string;
  }
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Gives the run one PostgreSQL (TEST_DATABASE_URL, or a real one started in a folder of its own) and one migrated
 * template database that every suite clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? undefined : makeDatabaseFolder('firstyear-test-');
  const embedded = folder ? await startEmbeddedPostgres({ root: path.join(folder, 'postgres') }) : undefined;
  const url = given || embedded?.url;
  if (url === undefined) throw new Error('there is no PostgreSQL for the tests');
  // Tests do not survive a power cut, so nothing waits for the disk.
  if (embedded) await run(url, 'alter system set fsync = off', 'select pg_reload_conf()');
  const template = `firstyear_template_${randomBytes(4).toString('hex')}`;
  await run(url, `create database ${template}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.href);
  await installJobs(templateUrl.href);
  project.provide('databaseServerUrl', url);
  project.provide('databaseTemplate', template);
  return async () => {
    await run(url, `drop database if exists ${template} with (force)`);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}
