import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { end, startProgram, waitForExit } from '../../support/processes.ts';

const STARTS_WITHIN_MS = 60_000;

export interface ProductOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly smtpUrl: string;
  readonly webProcesses: number;
  /** Where Node writes a profile of the web server when it ends. */
  readonly profileFolder: string | undefined;
}

export interface Product {
  readonly url: string;
  /** Process ids by name. */
  readonly processes: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Brings a database up to date, as an installation does. */
export async function migrateDatabase(databaseUrl: string, dataDir: string): Promise<void> {
  const child = startProgram('migrate.ts', { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  await waitForExit(child);
  if (child.exitCode !== 0) throw new Error('The database could not be migrated.');
}

/** Starts the web server and the worker as processes of their own, behind a proxy that tells where calls come from. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    SMTP_URL: options.smtpUrl,
    TRUSTED_PROXY: '127.0.0.1',
    MAIL_BUDGET_PER_HOUR: '1000000',
    WEB_PROCESSES: String(options.webProcesses),
    LOG_LEVEL: 'error',
  };
  const profiling =
    options.profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(options.profileFolder)}`];
  const web = startProgram('server.ts', env, { nodeOptions: profiling });
  const worker = startProgram('worker.ts', env);
  const stop = async () => {
    await Promise.all([web, worker].map(end));
  };
  for (const until = performance.now() + STARTS_WITHIN_MS; ; await sleep(100)) {
    const reply = await fetch(`${url}${HEALTH_PATH}`).catch(() => undefined);
    if (reply?.ok) break;
    if (web.exitCode === null && performance.now() < until) continue;
    await stop();
    throw new Error('The web server does not respond.');
  }
  return {
    url,
    processes: new Map([
      ['web', web.pid ?? 0],
      ['worker', worker.pid ?? 0],
    ]),
    stop,
  };
}
