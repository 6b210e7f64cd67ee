import path from 'node:path';
import { type Config, ConfigError, readConfig, readOwnerUrl } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { isDemonstration, refuseUsedFolder } from '../demo/mark.ts';
import { prepareDataFolder } from './data-folder.ts';

const LAST_PORT = 65535;

/** Stands for the embedded database's address while the other settings are checked; nothing connects to it. */
const PLACEHOLDER_URL = 'postgres://127.0.0.1/later';

/** The worker's port for metrics: the one after the web server's, or the one before the last port. */
export const workerMetricsPort = ({ port }: NonNullable<Config['metrics']>): number =>
  port === LAST_PORT ? port - 1 : port + 1;

/** Settings without which an operator's command works on another installation, or prints links that lead elsewhere. */
const WHERE = ['PORT', 'PUBLIC_URL', 'DATA_DIR'] as const;

/** How an operator's command begins beside a product that was started with these variables. */
const operatorCommandFor = (env: NodeJS.ProcessEnv): string =>
  [...WHERE.flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : [])), 'npm run admissions --'].join(' ');

/** An installation, a demonstration, or one that shows each saved change of the university's folder. */
type Kind = 'usual' | 'demo' | 'watch';

/** What the arguments of `npm start` ask for. */
export function readKind(args: readonly string[]): Kind {
  const [given, more] = args;
  if (given === undefined) return 'usual';
  if (more === undefined && (given === '--demo' || given === '--watch')) return given === '--demo' ? 'demo' : 'watch';
  throw new ConfigError(`npm start takes --demo or --watch and nothing else, but was given ${args.join(' ')}.`);
}

/** A demonstration and a watched university have folders of their own. */
function dataFolderOf(projectRoot: string, { DATA_DIR: given }: NodeJS.ProcessEnv, kind: Kind): string {
  const folder = given ? path.resolve(given) : path.join(projectRoot, 'data');
  if (kind === 'watch') return path.join(folder, 'watch');
  return kind === 'demo' && !given ? path.join(folder, 'demo') : folder;
}

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/**
 * Checks the whole environment with the server's own rules and makes DATA_DIR ready. Without `databaseUrl` the embedded
 * database is used; `ownerUrl` is for the role that owns the tables; `childEnv` is the environment of the web
 * server and the worker, without DATABASE_URL; `consoleLevel` is the lowest level of log lines on the console.
 */
export async function readSettings(projectRoot: string, env: NodeJS.ProcessEnv, kind: Kind = 'usual') {
  const installTools = env.INSTALL_TOOLS || 'auto';
  if (installTools !== 'auto' && installTools !== 'never') {
    throw new ConfigError(`INSTALL_TOOLS must be auto or never (it is "${installTools}").`);
  }
  const dataDir = dataFolderOf(projectRoot, env, kind);
  const [isDemo, isWatching] = [kind === 'demo', kind === 'watch'];
  const databaseUrl = env.DATABASE_URL || undefined;
  if (isWatching && databaseUrl !== undefined) {
    throw new ConfigError('DATABASE_URL must not be set with --watch, which deletes applications after some changes.');
  }
  const { DATABASE_MIGRATION_URL: _, ...servingEnv } = env;
  // A service worker would show the page from before a change.
  const childEnv: NodeJS.ProcessEnv = {
    ...servingEnv,
    DATA_DIR: dataDir,
    ...(isWatching && { SERVICE_WORKER: 'off' }),
  };
  // A folder of its own may have the key of an earlier start that failed.
  if (isDemo && env.DATA_DIR) refuseUsedFolder(dataDir);
  prepareDataFolder(dataDir);
  const config = readConfig({ ...childEnv, DATABASE_URL: databaseUrl ?? PLACEHOLDER_URL });
  // Checks the form too, as `partner check` does: what starts here becomes a release.
  await loadPartner({ ...config, environment: 'development' });
  if (config.metrics && workerMetricsPort(config.metrics) === config.port) {
    throw new ConfigError(
      `METRICS_PORT must not be the port before PORT (${config.port}), which the worker's metrics need.`,
    );
  }
  const consoleLevel: Config['logLevel'] = env.LOG_LEVEL ? config.logLevel : 'warn';
  const ownerUrl = readOwnerUrl(env);
  const canInstallTools = installTools === 'auto';
  const operatorCommand = operatorCommandFor(kind === 'usual' ? env : { ...env, DATA_DIR: dataDir });
  const isDemonstrated = isDemonstration(config, env, isDemo);
  const found = { isDemonstrated, isWatching, config, databaseUrl, ownerUrl, childEnv };
  return { ...found, consoleLevel, canInstallTools, operatorCommand };
}
