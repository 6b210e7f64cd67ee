import { access } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { findSecret, readDataDir, readOwnerUrl, readSettings, type Settings } from '../config/config.ts';
import { loadPartner } from '../config/load-partner.ts';
import { webRootOf } from '../config/web-root.ts';
import type { InstallationSecret } from '../crypto/secret.ts';
import { CONNECTIONS } from '../db/connections.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { databaseClock } from '../db/database-clock.ts';
import { endPoolOnAbort } from '../db/end-on-abort.ts';
import { checkSchema } from '../db/migrate.ts';
import { shareEmbeddedPostgres } from '../db/shared-embedded.ts';
import { startJobSender } from '../jobs/jobs.ts';
import { createLog } from '../log/create-log.ts';
import { createMetrics } from '../log/metrics.ts';
import type { AppDependencies } from '../modules/dependencies.ts';
import { checkInstallation } from '../operator/check.ts';
import type { Installation } from '../operator/command.ts';
import { OperatorError, UsageError } from '../operator/operator-error.ts';

/**
 * Connects as the role that owns the tables: to the database of the environment, or else to the embedded one, which is
 * started if the product isn't running.
 */
async function openDatabase(settings: Settings): Promise<{ url: string; close(): Promise<void> }> {
  const url = readOwnerUrl(process.env);
  if (url !== undefined) return { url, close: async () => {} };
  const { url: embeddedUrl, leave } = await shareEmbeddedPostgres({ root: path.join(settings.dataDir, 'postgres') });
  return { url: embeddedUrl, close: leave };
}

/** A mistyped folder must not become a new installation with an empty database. */
async function requireDatabase(): Promise<void> {
  if (readOwnerUrl(process.env) !== undefined) return;
  const dataDir = readDataDir(process.env);
  await access(path.join(dataDir, 'postgres/pgdata')).catch((cause: unknown) => {
    throw new UsageError(
      `There is no database in ${dataDir}. Set DATA_DIR to the data folder of the product, or DATABASE_URL, or run npm start first.`,
      { cause },
    );
  });
}

/** The product's own secret: a new one would open no sealed answer. */
function readSecret(): InstallationSecret {
  const secret = findSecret(process.env);
  if (secret !== undefined) return secret;
  throw new UsageError(
    `There is no secret key in ${readDataDir(process.env)}. Set DATA_DIR to the data folder of the product, or SECRET_KEY to its key.`,
  );
}

/** The user at the command line. A container may have a number without a name. */
function readUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Serves the page to print, from the built web app, for this command alone. */
async function servePage(
  deps: Pick<AppDependencies, 'config' | 'db' | 'clock' | 'partner' | 'forms' | 'office'>,
  pool: pg.Pool,
) {
  const webRoot = webRootOf(deps.config);
  await access(path.join(webRoot, 'index.html')).catch((cause: unknown) => {
    throw new OperatorError(
      'There is no built web app to print from. Run npm start once, or tools/start/build-web.ts.',
      { cause },
    );
  });
  // As large as the web server itself, and few commands print PDFs.
  const { servePrintPage } = await import('./print-page.ts');
  const jobs = await startJobSender(pool, createLog(deps.config.logLevel));
  const page = await servePrintPage({
    ...deps,
    // The command's own output must not be mixed with a log.
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

const print = (line: string) => console.error(line);

/** The installation that the environment names, for a command that ends when it is interrupted. */
export function openInstallation(interruption: AbortSignal): Installation {
  const openPool = (...[url, options]: Parameters<typeof createPool>) =>
    endPoolOnAbort(createPool(url, options), interruption);

  const withDatabaseUrl = async (work: (url: string) => Promise<string>, schema: 'known' | 'any' = 'known') => {
    await requireDatabase();
    const { url, close } = await openDatabase(readSettings(process.env));
    try {
      interruption.throwIfAborted();
      if (schema === 'known') {
        const db = createDatabase(openPool(url, { connections: 1 }));
        await checkSchema(db).finally(() => db.destroy());
      }
      return await work(url);
    } finally {
      await close();
    }
  };

  const withDatabase: Installation['withDatabase'] = async (work) => {
    await requireDatabase();
    const found = readSettings(process.env);
    const { publicUrl } = found;
    const { forms, partner, office } = await loadPartner(found);
    return withDatabaseUrl(async (databaseUrl) => {
      const settings = { ...found, databaseUrl };
      const limits = { connections: CONNECTIONS.command, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
      const pool = openPool(databaseUrl, limits);
      const db = createDatabase(pool);
      const clock = () => new Date();
      const deps = { db, forms, partner, office, settings, clock, pool, publicUrl, operator: readUserName() };
      return work(deps).finally(() => db.destroy());
    });
  };

  return {
    interruption,
    print,
    withDatabase,
    withDatabaseUrl,

    withAnswers: async (work) => {
      await requireDatabase();
      const secret = readSecret();
      return withDatabase(({ settings, pool, ...deps }) => {
        const shared = { ...deps, config: { ...settings, secret } };
        return work({ ...shared, servePage: () => servePage(shared, pool) });
      });
    },

    /** Inspects the installation as the role that serves. Sets exit code 1 when something is missing. */
    check: async () => {
      await requireDatabase();
      const settings = { ...readSettings(process.env), secret: readSecret() };
      const { partner, office } = await loadPartner(settings);
      const inspect = async (databaseUrl: string) => {
        const pool = openPool(databaseUrl, { connections: CONNECTIONS.command });
        const db = createDatabase(pool);
        const checking = checkInstallation({ settings, partner, office, db, pool, clock: () => new Date() });
        const { text, isReady } = await checking.finally(() => db.destroy());
        if (!isReady) process.exitCode = 1;
        return text;
      };
      const { databaseUrl } = settings;
      return databaseUrl === undefined ? withDatabaseUrl(inspect, 'any') : inspect(databaseUrl);
    },
  };
}
