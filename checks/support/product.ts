import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { type Mailbox, outboxOf } from './mailbox.ts';
import { end, kill, ROOT, runServerProgram, startProgram, waitUntilReady } from './processes.ts';

/** The product as separate processes, so that one of them can be killed. */
export interface Product {
  readonly url: string;
  readonly databaseUrl: string;
  readonly mailbox: Mailbox;
  /** Process ids by name. */
  readonly processes: ReadonlyMap<string, number>;
  /** Kills the worker without warning (SIGKILL) and starts a new one at once. */
  replaceWorker(): Promise<void>;
  /** The same with the web server; returns when it serves again. */
  replaceServer(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProductOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** A database that runs already; otherwise one is started in the folder. */
  readonly databaseUrl?: string;
  /** Variables that depend on the address of the database. */
  readonly envOf?: (databaseUrl: string) => Promise<NodeJS.ProcessEnv>;
  /** Options of Node for the web server. */
  readonly nodeOptions?: readonly string[];
}

/** Starts the product's processes on loopback, with their data in a folder, on a database of their own. */
export async function startProduct(folder: string, options: ProductOptions = {}): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const postgres = { root: path.join(folder, 'postgres') };
  const database = options.databaseUrl === undefined ? await startEmbeddedPostgres(postgres) : undefined;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    ...options.env,
    ...(await options.envOf?.(databaseUrl)),
  };
  const children: { web?: ChildProcess; worker?: ChildProcess } = {};
  const startWeb = async () => {
    children.web = startProgram('server.ts', env, { nodeOptions: options.nodeOptions ?? [] });
    await waitUntilReady(url + HEALTH_PATH, children.web);
  };
  const startWorker = () => {
    children.worker = startProgram('worker.ts', env);
  };
  const stop = async () => {
    await Promise.all(Object.values(children).map(end));
    await database?.stop();
  };
  try {
    // As the owner of the tables, past a pooler.
    await runServerProgram('migrate.ts', { ...env, DATABASE_MIGRATION_URL: databaseUrl });
    startWorker();
    await startWeb();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    databaseUrl,
    mailbox: outboxOf(env.DATA_DIR),
    get processes() {
      return new Map(Object.entries(children).map(([name, { pid = 0 }]) => [name, pid]));
    },
    async replaceWorker() {
      if (children.worker) await kill(children.worker);
      startWorker();
    },
    async replaceServer() {
      if (children.web) await kill(children.web);
      await startWeb();
    },
    stop,
  };
}

/** The product as `npm start` starts it. */
export interface WholeProduct {
  readonly url: string;
  readonly mailbox: Mailbox;
  readonly outbox: string;
  readonly logs: string;
  readonly child: ChildProcess;
  /** Runs an operator's command and returns what it prints. */
  readonly operate: (...command: readonly string[]) => Promise<string>;
  stop(): Promise<unknown>;
}

export interface WholeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Where that version of the product lies. */
  readonly root?: string;
}

/** Starts the whole product as a person does, on a port of its own, with its data in this folder. */
export async function startWhole(
  dataDir: string,
  { env: more, root = ROOT }: WholeOptions = {},
): Promise<WholeProduct> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    ...{ PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url },
    ...more,
  };
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: root, env, stdio: 'ignore' });
  await waitUntilReady(url + HEALTH_PATH, child).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  const program = path.join(root, 'apps/server/src/operator.ts');
  const operate = async (...command: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...command], { env })).stdout;
  const [outbox, logs] = [path.join(dataDir, 'outbox'), path.join(dataDir, 'logs')];
  return { url, mailbox: outboxOf(dataDir), outbox, logs, child, operate, stop: () => end(child) };
}
