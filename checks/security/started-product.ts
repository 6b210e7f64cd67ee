import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HEALTH_PATH } from '@firstyear/api-contract';
import { freePort } from '../../apps/server/src/process/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const STARTS_WITHIN_MS = 180_000;

export interface StartedProduct {
  readonly baseUrl: string;
  readonly outbox: string;
  readonly logs: string;
  readonly operate: (...command: readonly string[]) => Promise<string>;
  stop(): Promise<void>;
}

/** Starts the whole product as a person does, on a port and a data folder of its own; `more` are further variables. */
export async function startProduct(more: Readonly<Record<string, string>> = {}): Promise<StartedProduct> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-security-'));
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: baseUrl, ...more };
  const child = spawn(process.execPath, [path.join(root, 'tools/start.mjs')], { cwd: root, env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await exited;
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  for (const until = performance.now() + STARTS_WITHIN_MS; ; await sleep(200)) {
    const reply = await fetch(`${baseUrl}${HEALTH_PATH}`).catch(() => undefined);
    if (reply?.ok) break;
    if (child.exitCode === null && performance.now() < until) continue;
    await stop();
    throw new Error('The product did not start: try npm start.');
  }
  const program = path.join(root, 'apps/server/src/operator.ts');
  const operate = async (...command: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...command], { env })).stdout;
  return { baseUrl, outbox: path.join(dataDir, 'outbox'), logs: path.join(dataDir, 'logs'), operate, stop };
}
