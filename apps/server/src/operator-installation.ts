import { access } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { fileStoreOf } from './adapters/object-store/object-store-of.ts';
import { findSecret, readDataDir, readOwnerUrl, readSettings, type Settings } from './config/config.ts';
import { loadPartner } from './config/load-partner.ts';
import { webRootOf } from './config/web-root.ts';
import type { InstallationSecret } from './crypto/secret.ts';
import { RESPONSE_LIMITS } from './db/change-gate.ts';
import { CONNECTIONS } from './db/connections.ts';
import { createDatabase, createPool } from './db/database.ts';
import { databaseClock } from './db/database-clock.ts';
import { endPoolOnAbort } from './db/end-on-abort.ts';
import { checkSchema } from './db/migrate.ts';
import { grantServing } from './db/serving-role.ts';
import { shareEmbeddedPostgres } from './db/shared-embedded.ts';
import { installJobs, startJobSender } from './jobs/jobs.ts';
import { createLog } from './log/create-log.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { AppDependencies } from './modules/module.ts';
import { checkInstallation } from './operator/check.ts';
import type { Installation, Schema } from './operator/command.ts';
import type { DatabaseDependencies } from './operator/dependencies.ts';
import { OperatorError, UsageError } from './operator/operator-error.ts';
import type { PrintingDependencies } from './operator/printing.ts';
import { openBackup, restore } from './operator/restore.ts';

/**
 * The database of DATABASE_URL, as the role that owns the tables; else the embedded one: the running product's, or one
 * started for this command.
 */
async function openDatabase(settings: Settings): Promise<{ url: string; close(): Promise<void> }> {
  const url = readOwnerUrl(process.env);
  if (url !== undefined) return { url, close: async () => {} };
  const { url: embeddedUrl, leave } = await shareEmbeddedPostgres({ root: path.join(settings.dataDir, 'postgres') });
  return { url: embeddedUrl, close: leave };
}

async function hasDatabase(): Promise<boolean> {
  if (readOwnerUrl(process.env) !== undefined) return true;
  return access(path.join(readDataDir(process.env), 'postgres/pgdata')).then(
    () => true,
    () => false,
  );
}

/** A folder that was mistyped must not become a new installation, with an empty database. */
async function requireDatabase(): Promise<void> {
  if (await hasDatabase()) return;
  throw new UsageError(
    `There is no database in ${readDataDir(process.env)}. Set DATA_DIR to the data folder of the product, or DATABASE_URL, or run npm start first.`,
  );
}

/** The secret of the product: a command makes none, which would open nothing. */
function readSecretOfProduct(): InstallationSecret {
  const secret = findSecret(process.env);
  if (secret !== undefined) return secret;
  throw new UsageError(
    `There is no secret key in ${readDataDir(process.env)}. Set DATA_DIR to the data folder of the product, or SECRET_KEY to its key.`,
  );
}

/** Who is at the command line; a machine may know the user by number only. */
function readUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Serves to this command alone what it prints, from the built web app. */
async function servePage(
  deps: Pick<AppDependencies, 'config' | 'db' | 'clock' | 'partner' | 'forms' | 'office'>,
  pool: pg.Pool,
) {
  const webRoot = webRootOf(deps.config);
  await access(path.join(webRoot, 'index.html')).catch((cause: unknown) => {
    throw new OperatorError(
      'There is no built web app to print from. Run npm start once, or tools/start/build-web.ts.',
      {
        cause,
      },
    );
  });
  // As large as the web server itself, and most commands print nothing.
  const { servePrintPage } = await import('./print-page.ts');
  const jobs = await startJobSender(pool, createLog(deps.config.logLevel));
  const page = await servePrintPage({
    ...deps,
    // What the command prints is for people and programs.
    config: { ...deps.config, logLevel: 'error' },
    jobs,
    databaseClock,
    metrics: createMetrics(),
    pause,
    webRoot,
  });
  return {
    url: page.url,
    stop: async () => {
      await page.stop();
      await jobs.stop();
    },
  };
}

/** Some commands read every application once. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** A commit has no limit in PostgreSQL: without one of ours, a command would wait for a standby that is away as long as it is. */
const RESPONSE_MS = STATEMENT_TIMEOUT_MS + 5_000;

async function withDatabase(
  interruption: AbortSignal,
  work: (deps: DatabaseDependencies) => Promise<string>,
  schema: Schema = 'known',
): Promise<string> {
  await requireDatabase();
  const found = readSettings(process.env);
  const { forms, partner, office } = await loadPartner(found);
  return withDatabaseUrl(interruption, schema, async (databaseUrl) => {
    const settings = { ...found, databaseUrl, directUrl: undefined };
    const limits = { connections: CONNECTIONS.command, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    const pool = endPoolOnAbort(createPool(databaseUrl, limits), interruption);
    const db = createDatabase(pool, { limits: { ...RESPONSE_LIMITS, responseMs: RESPONSE_MS } });
    try {
      const { publicUrl } = settings;
      const clock = () => new Date();
      return await work({ db, forms, partner, office, settings, clock, pool, publicUrl, operator: readUserName() });
    } finally {
      await db.destroy();
    }
  });
}

/** For commands that open answers, or seal them. */
async function withAnswers(
  interruption: AbortSignal,
  work: (deps: PrintingDependencies) => Promise<string>,
): Promise<string> {
  await requireDatabase();
  const secret = readSecretOfProduct();
  return withDatabase(interruption, ({ settings, pool, ...deps }) => {
    const shared = { ...deps, config: { ...settings, secret } };
    return work({ ...shared, servePage: () => servePage(shared, pool) });
  });
}

/** Raises a sentence unless this version can work with the database. */
async function requireSchema(databaseUrl: string, interruption: AbortSignal): Promise<void> {
  const db = createDatabase(endPoolOnAbort(createPool(databaseUrl, { connections: 1 }), interruption));
  await checkSchema(db).finally(() => db.destroy());
}

/** Needs no partner and no form: a database is enough. */
async function withDatabaseUrl(
  interruption: AbortSignal,
  schema: Schema,
  work: (url: string, settings: Settings) => Promise<string>,
): Promise<string> {
  await requireDatabase();
  const settings = readSettings(process.env);
  const database = await openDatabase(settings);
  try {
    interruption.throwIfAborted();
    if (schema === 'known') await requireSchema(database.url, interruption);
    return await work(database.url, settings);
  } finally {
    await database.close();
  }
}

/** Looks at the installation as the role that serves, and ends with exit code 1 when something is missing. */
async function checkForProduction(interruption: AbortSignal): Promise<string> {
  await requireDatabase();
  const settings = { ...readSettings(process.env), secret: readSecretOfProduct() };
  const { partner } = await loadPartner(settings);
  const inspect = async (databaseUrl: string) => {
    const limits = { connections: CONNECTIONS.command, isPooled: settings.directUrl !== undefined };
    const pool = endPoolOnAbort(createPool(databaseUrl, limits), interruption);
    const db = createDatabase(pool);
    try {
      const { text, isReady } = await checkInstallation({ settings, partner, db, pool, clock: () => new Date() });
      if (!isReady) process.exitCode = 1;
      return text;
    } finally {
      await db.destroy();
    }
  };
  return settings.databaseUrl === undefined
    ? withDatabaseUrl(interruption, 'any', inspect)
    : inspect(settings.databaseUrl);
}

const tellProgress = (line: string) => console.error(line);

/** The only command that makes an embedded database, and does so only for a backup that can be put into it. */
async function restoreInto(folder: string, interruption: AbortSignal): Promise<string> {
  const run = { tell: tellProgress, interruption };
  const backup = await openBackup({ ...run, secret: findSecret(process.env) }, folder);
  const settings = readSettings(process.env);
  if (!(await hasDatabase())) await backup.requireWhole();
  const database = await openDatabase(settings);
  try {
    interruption.throwIfAborted();
    const { url: databaseUrl } = database;
    const restored = await restore({ ...run, databaseUrl, objects: fileStoreOf(settings), installJobs }, backup);
    await grantServing(databaseUrl, settings.databaseUrl ?? databaseUrl);
    return restored;
  } finally {
    await database.close();
  }
}

/** The installation that this environment names, for a command that ends when it is interrupted. */
export const openInstallation = (interruption: AbortSignal): Installation => ({
  interruption,
  tell: tellProgress,
  withDatabase: (work, schema) => withDatabase(interruption, work, schema),
  withAnswers: (work) => withAnswers(interruption, work),
  withDatabaseUrl: (work) => withDatabaseUrl(interruption, 'known', work),
  check: () => checkForProduction(interruption),
  restore: (folder) => restoreInto(folder, interruption),
});
