import path from 'node:path';
import { type Config, ConfigError, readConfig, readOwnerUrl } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { prepareDataFolder } from './data-folder.ts';

export interface Settings {
  readonly config: Config;
  /** Undefined: the embedded database is used. */
  readonly databaseUrl: string | undefined;
  /** As the role that owns the tables, past a pooler; undefined: the embedded database is used. */
  readonly ownerUrl: string | undefined;
  /** The environment of the web server and the worker, without DATABASE_URL. */
  readonly childEnv: NodeJS.ProcessEnv;
  /** The least important level of log lines that is shown on the console. */
  readonly consoleLevel: Config['logLevel'];
  /** Whether missing programs may be installed through the system's package manager. */
  readonly canInstallTools: boolean;
}

const LAST_PORT = 65535;

/** Stands for the embedded database's address while the other settings are checked; nothing connects to it. */
const PLACEHOLDER_URL = 'postgres://127.0.0.1/later';

/** The worker's port for metrics: the one after the web server's, or the one before the last port. */
export const workerMetricsPort = ({ port }: NonNullable<Config['metrics']>): number =>
  port === LAST_PORT ? port - 1 : port + 1;

/** Checks the whole environment with the server's own rules and makes DATA_DIR ready. */
export async function readSettings(projectRoot: string, env: NodeJS.ProcessEnv): Promise<Settings> {
  const installTools = env.INSTALL_TOOLS || 'auto';
  if (installTools !== 'auto' && installTools !== 'never') {
    throw new ConfigError(`INSTALL_TOOLS must be auto or never (it is "${installTools}").`);
  }
  const dataDir = env.DATA_DIR ? path.resolve(env.DATA_DIR) : path.join(projectRoot, 'data');
  const databaseUrl = env.DATABASE_URL || undefined;
  const { DATABASE_MIGRATION_URL: _, ...servingEnv } = env;
  const childEnv = { ...servingEnv, DATA_DIR: dataDir };
  prepareDataFolder(dataDir);
  const config = readConfig({ ...childEnv, DATABASE_URL: databaseUrl ?? PLACEHOLDER_URL });
  await loadPartner(config);
  if (config.metrics && workerMetricsPort(config.metrics) === config.port) {
    throw new ConfigError(
      `METRICS_PORT must not be the port before PORT (${config.port}), which the worker's metrics need.`,
    );
  }
  const consoleLevel = env.LOG_LEVEL ? config.logLevel : 'warn';
  const ownerUrl = readOwnerUrl(env);
  return { config, databaseUrl, ownerUrl, childEnv, consoleLevel, canInstallTools: installTools === 'auto' };
}
