import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import type { Mailbox } from './mail-server.ts';
import { end, kill, startProgram, waitForExit } from './processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The product as separate processes, so that one of them can be killed. */
export interface Product {
  readonly url: string;
  readonly databaseUrl: string;
  readonly mailbox: Mailbox;
  /** Kills the worker without warning (SIGKILL) and starts a new one at once. */
  replaceWorker(): Promise<void>;
  /** The same with the web server; returns when it serves again. */
  replaceServer(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param more settings besides those of every run
 * @param moreOf settings that depend on the address of the database, once there is one
 */
export async function startProduct(
  folder: string,
  more: NodeJS.ProcessEnv = {},
  moreOf: (databaseUrl: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = spawn(
    process.execPath,
    [path.join(root, 'checks/support/database.ts'), path.join(folder, 'postgres')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = readline.createInterface({ input: database.stdout });
  const [databaseUrl] = await once(lines, 'line');
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: String(databaseUrl),
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    ...more,
    ...(await moreOf(String(databaseUrl))),
  };
  const start = (script: string) => startProgram(script, env);
  await waitForExit(start('migrate.ts'));
  let web = start('server.ts');
  let worker = start('worker.ts');
  const isUp = async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      const reply = await fetch(`${url}${HEALTH_PATH}`).catch(() => undefined);
      if (reply?.ok) return;
      await sleep(50);
    }
    throw new Error('The web server is not responding.');
  };
  await isUp();
  return {
    url,
    databaseUrl: String(databaseUrl),
    mailbox: mailboxOf(folder),
    async replaceWorker() {
      await kill(worker);
      worker = start('worker.ts');
    },
    async replaceServer() {
      await kill(web);
      web = start('server.ts');
      await isUp();
    },
    async stop() {
      await Promise.all([end(worker), end(web)]);
      database.stdin?.end();
      await waitForExit(database);
    },
  };
}

/** The code of the mail to this address. */
async function codeFor(folder: string, address: string): Promise<string> {
  const outbox = path.join(folder, 'data', 'outbox');
  for (let tries = 0; tries < 300; tries += 1) {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith('.eml')) continue;
      const mail = await readFile(path.join(outbox, name), 'utf8');
      const code = mail.includes(address)
        ? /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\n\n') + 1) || mail)?.[0]
        : undefined;
      if (code !== undefined) return code;
    }
    await sleep(100);
  }
  throw new Error(`No mail came to ${address}.`);
}

/** The mails that a product writes into its data folder, in a folder of the run's own. */
export function mailboxOf(folder: string): Mailbox {
  return { codeFor: (address) => codeFor(folder, address) };
}
