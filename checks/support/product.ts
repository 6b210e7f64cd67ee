import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import type { Run } from './command.ts';
import { outboxOf } from './mailbox.ts';
import { end, kill, ROOT, runServerProgram, startProgram, waitUntilReady } from './processes.ts';

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

interface ProductOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** A running database; without one, the product gets its own. */
  readonly databaseUrl?: string;
  /** Options of Node for the web server. */
  readonly nodeOptions?: readonly string[];
  /** The parent of its data folder. */
  readonly folder?: string;
}

/** Starts a web server and a worker on loopback, as separate processes that can be killed. */
export async function startProduct(run: Run, options: ProductOptions = {}) {
  const { env: added, nodeOptions = [], folder = run.folder } = options;
  const databaseUrl = options.databaseUrl ?? (await startPostgres(run)).url;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    ...added,
  };
  const children = new Map<'web' | 'worker', ChildProcess>();
  run.onEnd(() => Promise.all([...children.values()].map(end)));
  const start = async (name: 'web' | 'worker') => {
    const child = name === 'web' ? startProgram('server.ts', env, { nodeOptions }) : startProgram('worker.ts', env);
    children.set(name, child);
    if (name === 'web') await waitUntilReady(url + HEALTH_PATH, child);
  };
  // Migrates as the owner of the tables, bypassing a pooler.
  await runServerProgram('migrate.ts', { ...env, DATABASE_MIGRATION_URL: databaseUrl });
  await start('worker');
  await start('web');
  return {
    url,
    databaseUrl,
    mailbox: outboxOf(env.DATA_DIR),
    /** Process ids by name. */
    processes: () => new Map([...children].map(([name, { pid = 0 }]) => [name, pid] as const)),
    /** Kills a process (SIGKILL) and restarts it; returns once a web server is healthy. */
    replace: async (name: 'web' | 'worker') => {
      const child = children.get(name);
      if (child) await kill(child);
      await start(name);
    },
  };
}

interface WholeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of another version of the product. */
  readonly root?: string;
  readonly dataDir?: string;
}

/** Starts the whole product as `npm start` does, on a port of its own. */
export async function startWhole(run: Run, options: WholeOptions = {}) {
  const { root = ROOT, dataDir = path.join(run.folder, 'data') } = options;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, ...options.env };
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: root, env, stdio: 'ignore' });
  run.onEnd(() => end(child));
  await waitUntilReady(url + HEALTH_PATH, child);
  const program = path.join(root, 'apps/server/src/operator.ts');
  return {
    url,
    dataDir,
    mailbox: outboxOf(dataDir),
    child,
    /** Runs an operator's command and returns its output. */
    operate: async (...command: readonly string[]) =>
      (await promisify(execFile)(process.execPath, [program, ...command], { env })).stdout,
  };
}
