import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { HEALTH_PATH, PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { productEnvironment } from '@firstyear/processes/child-environment';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import pg from 'pg';
import { webRootOf } from '../../apps/server/src/config/web-root.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { operateWith } from '../../e2e/support/operator.ts';
import { buildWebApp } from '../../tools/start/web-build.ts';
import type { Run } from './command.ts';
import { outboxOf } from './mailbox.ts';
import { end, kill, type ProgramOptions, ROOT, runServerProgram, startProgram, waitUntilReady } from './processes.ts';

/** Starts an embedded database in a folder, until the run ends. */
export function startPostgres(run: Run, folder = run.folder): Promise<EmbeddedPostgres> {
  const starting = startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  run.onEnd(async () => (await starting).stop());
  return starting;
}

/** Connects to a database, until the run ends. */
export async function connect(run: Run, connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  run.onEnd(() => client.end());
  return client;
}

/** Starts a migrated database with a client, until the run ends. */
export async function startDatabase(run: Run) {
  const { url } = await startPostgres(run);
  await migrate(url);
  return { url, client: await connect(run, url) };
}

/** Builds the browser apps for production unless they are up to date; returns the folder of the applicants' app. */
export async function buildWeb(): Promise<string> {
  await buildWebApp(ROOT, DEFAULT_PARTNER, new AbortController().signal);
  return webRootOf({ partner: DEFAULT_PARTNER });
}

interface ServerOptions extends ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly port?: number;
}

/** Starts a web server or a worker on loopback until the run ends. It can be stopped, killed and started again. */
export async function startServer(run: Run, kind: 'server' | 'worker', options: ServerOptions) {
  const { port = await freePort(), root: firstRoot = ROOT, log } = options;
  const url = `http://127.0.0.1:${port}`;
  const [portVariable, probe] = kind === 'server' ? ['PORT', PROBE_PATHS.ready] : ['METRICS_PORT', '/metrics'];
  const env = { ...options.env, HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', [portVariable]: String(port) };
  let child: ChildProcess | undefined;
  const server = {
    /** Its own address; behind a proxy, applicants use the proxy's. */
    url,
    port,
    pid: () => child?.pid ?? 0,
    /** Starts it, with more variables or as another version; returns when it is ready. */
    start: async (change: { readonly env?: NodeJS.ProcessEnv; readonly root?: string | undefined } = {}) => {
      const { env: added, root = firstRoot } = change;
      child = startProgram(`${kind}.ts`, { ...env, ...added }, { log, root });
      await waitUntilReady(url + probe, child).catch((error: unknown) => {
        const lines = log === undefined ? [] : fs.readFileSync(log, 'utf8').trim().split('\n').slice(-3);
        throw new Error([`The ${kind} did not become ready: ${error}`, ...lines].join(' '));
      });
    },
    /** Ends it with SIGTERM; returns the milliseconds that it took. */
    stop: async () => (child ? end(child) : 0),
    kill: async () => {
      if (child) await kill(child);
    },
    /** Kills it and starts it again. */
    replace: async () => {
      await server.kill();
      await server.start();
    },
  };
  run.onEnd(server.stop);
  await server.start();
  return server;
}

interface ProductOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** A running database; without one, the product gets its own. */
  readonly databaseUrl?: string;
  /** The parent of its data folder. */
  readonly folder?: string;
}

/** Starts a web server and a worker on loopback, as separate processes that can be killed. */
export async function startProduct(run: Run, options: ProductOptions = {}) {
  const { env: added, folder = run.folder } = options;
  const databaseUrl = options.databaseUrl ?? (await startPostgres(run)).url;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    ...added,
  };
  // Migrates as the owner of the tables.
  await runServerProgram('migrate.ts', { ...env, DATABASE_MIGRATION_URL: databaseUrl });
  const worker = await startServer(run, 'worker', { env });
  const web = await startServer(run, 'server', { env, port });
  return { url, databaseUrl, mailbox: outboxOf(env.DATA_DIR), web, worker, operate: operateWith(env) };
}

interface WholeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of another version of the product. */
  readonly root?: string;
  readonly dataDir?: string;
  /** The address of a product that has ended; without it, it gets a port of its own. */
  readonly url?: string;
}

/** Starts the whole product as `npm start` does. */
export async function startWhole(run: Run, options: WholeOptions = {}) {
  const { root = ROOT, dataDir = path.join(run.folder, 'data') } = options;
  const url = options.url ?? `http://localhost:${await freePort()}`;
  const { port: PORT } = new URL(url);
  const env = productEnvironment({ PORT, DATA_DIR: dataDir, PUBLIC_URL: url, ...options.env });
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: root, env, stdio: 'ignore' });
  run.onEnd(() => end(child));
  await waitUntilReady(url + HEALTH_PATH, child);
  return { url, dataDir, mailbox: outboxOf(dataDir), child, operate: operateWith(env, root) };
}
