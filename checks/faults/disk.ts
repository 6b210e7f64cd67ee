import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { end } from '../support/processes.ts';
import { mailboxOf } from '../support/product.ts';
import { fill, givenFolder, hasOwnDisk, runOnSmallDisks } from './support/full-disk.ts';
import { Load } from './support/load.ts';

/**
 * The disk of everything that npm start keeps (database, files, mails, logs) is full while applicants work, and has room
 * again. Meanwhile calls are refused and not acknowledged; whoever asks gets a response. Afterwards everybody can save and
 * nothing is lost, without a hand. Exit code 1 otherwise.
 */
const DISK = '400m';
const ROUNDS = 2;
const FULL_MS = 20_000;
const READY_WITHIN_MS = 180_000;
const ROOT = path.resolve(import.meta.dirname, '../..');

async function waitUntilReady(url: string): Promise<void> {
  for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await sleep(100)) {
    const reply = await fetch(`${url}${HEALTH_PATH}`).catch(() => undefined);
    if (reply?.ok) return;
  }
  throw new Error('The product does not start.');
}

async function main(folder: string): Promise<boolean> {
  const data = path.join(folder, 'data');
  if (!(await hasOwnDisk(data))) {
    console.log('SKIPPED: this machine gives no small disk to fill (unshare -m and mount -t tmpfs were tried).');
    return true;
  }
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, PUBLIC_URL: url, INSTALL_TOOLS: 'never' };
  const product = spawn(process.execPath, [path.join(ROOT, 'tools/start.mjs')], { cwd: ROOT, env, stdio: 'ignore' });
  try {
    await waitUntilReady(url);
    const load = await Load.start({ url, mailbox: mailboxOf(folder), applicants: 3, submitters: 4 });
    let [lost, worst] = [0, 0];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep(2_000);
        const makeRoom = await fill(data);
        await sleep(FULL_MS);
        const isThere = product.exitCode === null;
        await makeRoom();
        if (!isThere) throw new Error('npm start has ended.');
        load.mark();
        worst = Math.max(worst, await load.recover());
        lost += await load.countLost();
      }
    } finally {
      await load.stop();
    }
    lost += await load.countLost();
    const { acknowledged, failedSaves } = load.counts;
    const statuses = [...failedSaves].map(([status, count]) => `${count} saves got ${status}`).join(', ');
    console.log(`${ROUNDS} times full, ${acknowledged} acknowledged, ${lost} lost, back after ${worst.toFixed(1)} s.`);
    console.log(`Meanwhile: ${statuses === '' ? 'every save was acknowledged' : statuses}.`);
    return lost === 0;
  } finally {
    await end(product);
  }
}

const given = givenFolder();
if (given === undefined) {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
  await mkdir(path.join(folder, 'data'));
  try {
    process.exitCode = runOnSmallDisks(import.meta.filename, folder, ['data'], DISK);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} else {
  const good = await main(given);
  console.log(good ? 'PASSED: it went on by itself.' : 'FAILED');
  process.exit(good ? 0 : 1);
}
