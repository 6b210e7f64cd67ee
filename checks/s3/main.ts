import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { Interruption, signalOfInterruption } from '../../apps/server/src/process/interruption.ts';

/**
 * npm run test:s3: runs the contract of the file store, and a backup with its restore, against a real S3 server, Ceph's
 * radosgw, brought up on loopback from Debian's packages. Takes a minute or more; where there is no apt-get, it says so and ends well.
 * npm run test:s3-walk: goes through the product in a browser with that server as its store.
 * With --faults: takes the store away while documents are uploaded; npm run test:faults does that.
 */
const root = path.resolve(import.meta.dirname, '../..');
const RUNS = {
  contract: {
    what: 'S3 CONTRACT',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'checks/s3/vitest.config.ts', '--root', root],
  },
  walk: {
    what: 'S3 WALK',
    command: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'checks/s3/walk.config.ts'],
  },
  faults: { what: 'S3 FAULTS', command: ['checks/faults/storage.ts'] },
} as const;
const { what, command } = process.argv.includes('--walk')
  ? RUNS.walk
  : process.argv.includes('--faults')
    ? RUNS.faults
    : RUNS.contract;
/** The unpacked packages stay for the next run; everything else is of one run. */
const folder = path.join(os.tmpdir(), 'firstyear-s3');
const owner = path.join(folder, 'owner');
const OF_ONE_RUN = ['owner', 'pids', 'mon', 'osd', 'run', 'log', 'ceph.conf', 'mon.keyring', 'mon.map'];
const interruption = signalOfInterruption();
const [accessKeyId, secretAccessKey, bucket] = ['test-key', 'test-secret-of-no-use', 'contract'];

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  // With what it starts it is a group, which is ended as one: a script's commands would outlive it.
  const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
  interruption.addEventListener('abort', end);
  const [code] = await once(child, 'close');
  interruption.removeEventListener('abort', end);
  interruption.throwIfAborted();
  return typeof code === 'number' ? code : 1;
}

const readIfThere = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '');

/** Whether a number is still that of a program of the server: numbers are given again. */
function isOfServer(pid: number): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`).startsWith(`${folder}/`);
  } catch {
    return false;
  }
}

/** Ends what the script started, by number, in this run or in an earlier one that was killed. */
function stopServer(): void {
  const lines = readIfThere(path.join(folder, 'pids')).split('\n');
  for (const pid of lines.map((line) => Number(line.split(' ')[1])).reverse()) {
    if (isOfServer(pid)) process.kill(pid, 'SIGKILL');
  }
  for (const name of OF_ONE_RUN) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Whether another run uses the folder now. */
function isInUse(): boolean {
  const pid = Number(readIfThere(owner));
  try {
    return (
      pid > 0 && process.kill(pid, 0) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('checks/s3/main')
    );
  } catch {
    return false;
  }
}

async function main(): Promise<number> {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) {
    console.log(`${what} SKIPPED: there is no apt-get here to bring an S3 server.`);
    return 0;
  }
  if (isInUse()) {
    console.error(`Another run uses ${folder}. Wait for its end.`);
    return 1;
  }
  stopServer();
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(owner, String(process.pid));
  const [monitor, port] = [await freePort(), await freePort()];
  console.log('Bringing up an S3 server (the first time about 60 MB are downloaded) …');
  try {
    const script = path.join(import.meta.dirname, 'radosgw.sh');
    const code = await run('bash', [script, folder, String(monitor), String(port), accessKeyId, secretAccessKey]);
    if (code !== 0) {
      console.log(`${what} SKIPPED: the S3 server could not be brought up (no network to the packages?).`);
      return process.env.S3_REQUIRED === 'yes' ? 1 : 0;
    }
    const endpoint = `http://127.0.0.1:${port}`;
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    return await run(process.execPath, command, {
      ...process.env,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
  } finally {
    stopServer();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!interruption.aborted) throw error;
  const { reason } = interruption;
  process.exitCode = reason instanceof Interruption ? reason.exitCode : 1;
}
