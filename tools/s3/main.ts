import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../apps/server/src/process/free-port.ts';

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
    command: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/s3/vitest.config.ts', '--root', root],
  },
  walk: {
    what: 'S3 WALK',
    command: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tools/s3/walk.config.ts'],
  },
  faults: { what: 'S3 FAULTS', command: ['faults/storage.ts'] },
} as const;
const { what, command } = process.argv.includes('--walk')
  ? RUNS.walk
  : process.argv.includes('--faults')
    ? RUNS.faults
    : RUNS.contract;
const folder = path.join(os.tmpdir(), 'firstyear-s3');
const [accessKeyId, secretAccessKey, bucket] = ['test-key', 'test-secret-of-no-use', 'contract'];

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/** Ends what the script started, by number. */
function stopServer(): void {
  const file = path.join(folder, 'pids');
  if (!fs.existsSync(file)) return;
  for (const line of fs.readFileSync(file, 'utf8').trim().split('\n').reverse()) {
    const pid = Number(line.split(' ')[1]);
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
  for (const name of ['pids', 'mon', 'osd', 'run', 'log'])
    fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

async function main(): Promise<number> {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) {
    console.log(`${what} SKIPPED: there is no apt-get here to bring an S3 server.`);
    return 0;
  }
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

process.exitCode = await main();
