import { access, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import type pg from 'pg';
import * as z from 'zod';
import { fileStoreOf } from './adapters/object-store/object-store-of.ts';
import { findSecret, readDataDir, readOwnerUrl, readSettings, type Settings } from './config/config.ts';
import { loadPartner } from './config/load-partner.ts';
import { WEB_ROOT } from './config/web-root.ts';
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
import { audit } from './modules/office/audit/service.ts';
import { findApplications, listApplications } from './operator/applications.ts';
import { printTrail } from './operator/audit.ts';
import { backUp } from './operator/backup.ts';
import { checkInstallation } from './operator/check.ts';
import type { Command } from './operator/command-line.ts';
import { type OperatorDependencies, serviceLink, temporaryLink } from './operator/commands.ts';
import { reportConversions } from './operator/conversions.ts';
import { exportApplications } from './operator/export.ts';
import { findExport } from './operator/export-folder.ts';
import { importSchoolFiles, openSchoolFiles, rebuildLookup } from './operator/import-schools.ts';
import { listUnsent, sendAgain } from './operator/mail.ts';
import { requireNewPlace } from './operator/new-file.ts';
import { OperatorError, UsageError } from './operator/operator-error.ts';
import { deleteOnceConfirmed, exportToFile } from './operator/person.ts';
import type { PrintingDependencies } from './operator/printing.ts';
import { openBackup, restore } from './operator/restore.ts';
import { rotateSecretKey } from './operator/rotate-key.ts';
import {
  addStaffPerson,
  endStaffSessions,
  listStaffPeople,
  rebuildOfficeList,
  removeStaffPerson,
} from './operator/staff.ts';
import { openStoredFiles } from './operator/stored-files.ts';

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

async function readAnswersFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    return z.record(z.string(), z.unknown()).parse(parsed);
  } catch (cause) {
    throw new UsageError(`${file} cannot be read as a JSON object of answers, such as {"first_name": "Ada"}.`, {
      cause,
    });
  }
}

/** Serves to this command alone what it prints, from the built web app. */
async function servePage(
  deps: Pick<AppDependencies, 'config' | 'db' | 'clock' | 'partner' | 'forms' | 'office'>,
  pool: pg.Pool,
) {
  await access(path.join(WEB_ROOT, 'index.html')).catch((cause: unknown) => {
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
    webRoot: WEB_ROOT,
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

/** What a command must find: tables of this version, or whatever is there. */
type Schema = 'known' | 'any';

interface DatabaseDependencies extends OperatorDependencies {
  readonly settings: Settings & { readonly databaseUrl: string };
  readonly partner: PartnerConfig;
  readonly office: OfficeConfig;
  readonly pool: pg.Pool;
}

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

/** Raises a sentence unless the database is one that this version can work with. */
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
  const look = async (databaseUrl: string) => {
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
  return settings.databaseUrl === undefined ? withDatabaseUrl(interruption, 'any', look) : look(settings.databaseUrl);
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

type DoneCommand = Exclude<Command, { readonly name: 'help' }>;

/** Looks at the places that a command names before anything is begun. Throws UsageError with one sentence. */
async function requirePlaces(command: DoneCommand): Promise<void> {
  switch (command.name) {
    case 'packet':
    case 'person export':
      return requireNewPlace(command.out, 'file');
    case 'backup':
      return requireNewPlace(command.folder, 'folder');
    case 'export':
      await findExport(command.out);
      return;
    default:
      return;
  }
}

/**
 * Does what only an operator can do, and returns what the operator is told. Interrupted, it undoes what is half-done, stops
 * the database that it started, and fails.
 */
export async function runOperatorCommand(command: DoneCommand, interruption: AbortSignal): Promise<string> {
  await requirePlaces(command);
  switch (command.name) {
    case 'temporary-application': {
      const answers = await readAnswersFile(command.answersFile);
      return withDatabase(interruption, (deps) => temporaryLink(deps, answers, command.days));
    }
    case 'service-link':
      return withDatabase(interruption, (deps) => serviceLink(deps, command.application, command.minutes));
    case 'packet':
      return withAnswers(interruption, async (deps) => {
        // Nothing else needs the PDF library, an eighth of the time in which a command starts.
        const { packetFile } = await import('./operator/packet.ts');
        return packetFile(deps, command.application, command.out);
      });
    case 'applications list':
      return withDatabase(interruption, (deps) => listApplications(deps, command));
    case 'applications find':
      return withDatabase(interruption, (deps) => findApplications(deps, command.text));
    case 'export':
      return withAnswers(interruption, (deps) => exportApplications(deps, command, tellProgress));
    case 'check':
      return checkForProduction(interruption);
    case 'backup':
      return withDatabase(
        interruption,
        async ({ db, clock, settings, operator }) => {
          const { databaseUrl } = settings;
          const objects = await openStoredFiles(settings);
          const made = await backUp({ databaseUrl, objects, clock, tell: tellProgress, interruption }, command.folder);
          const by = { kind: 'operator', user: operator } as const;
          await audit(db, { kind: 'backup_made', by, accountId: null, at: clock() });
          return made;
        },
        // An update begins with one, when the product is new already and its tables are not.
        'any',
      );
    case 'restore':
      return restoreInto(command.folder, interruption);
    case 'mail list':
      return withDatabase(interruption, (deps) => listUnsent(deps, command.limit));
    case 'mail retry':
      return withDatabase(interruption, async (deps) => {
        const jobs = await startJobSender(deps.pool, createLog(deps.settings.logLevel));
        return sendAgain({ ...deps, jobs }, command.ids).finally(() => jobs.stop());
      });
    case 'conversions':
      return withDatabase(interruption, (deps) => reportConversions(deps, command.days));
    case 'rotate-key':
      return withAnswers(interruption, (deps) => rotateSecretKey(deps, tellProgress));
    case 'person export':
      return withAnswers(interruption, (deps) => exportToFile(deps, command.email, command.out));
    case 'person delete':
      return withAnswers(interruption, (deps) => deleteOnceConfirmed(deps, command.email, command.isConfirmed));
    case 'staff add':
      return withAnswers(interruption, (deps) => addStaffPerson(deps, { ...command, name: command.fullName }));
    case 'staff list':
      return withDatabase(interruption, listStaffPeople);
    case 'staff remove':
      return withAnswers(interruption, (deps) => removeStaffPerson(deps, command.email));
    case 'staff end-sessions':
      return withAnswers(interruption, (deps) => endStaffSessions(deps, command.email));
    case 'office rebuild':
      return withAnswers(interruption, (deps) => rebuildOfficeList(deps, tellProgress));
    case 'audit':
      return withDatabaseUrl(interruption, 'known', (url) => printTrail(url, command, interruption));
    case 'import-schools': {
      const opened = await openSchoolFiles(command);
      return withDatabaseUrl(interruption, 'known', (url) =>
        importSchoolFiles(url, opened, command, () => new Date(), tellProgress, interruption),
      );
    }
    case 'rebuild-lookup':
      return withDatabaseUrl(interruption, 'known', (url) => rebuildLookup(url, interruption));
  }
}
