import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { CannotRun, type Run } from '../support/command.ts';
import { killAll, runGroup } from '../support/processes.ts';

/** The unpacked packages, which are kept for the next run. */
const PACKAGES = path.join(os.tmpdir(), 'firstyear-s3');
const [accessKeyId, secretAccessKey, bucket] = ['test-key', 'test-secret-of-no-use', 'contract'];

/**
 * Starts a real S3 server, Ceph's radosgw, on loopback from Debian's packages, until the run ends; returns the variables of its
 * store. Throws CannotRun if it can't be started.
 */
export async function startS3Server(run: Run, interruption?: AbortSignal) {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new CannotRun('There is no apt-get here to get an S3 server.');
  const folder = path.join(run.folder, 's3');
  const [monitor, port] = [await freePort(), await freePort()];
  run.onEnd(() => {
    const pids = path.join(folder, 'pids');
    const lines = fs.existsSync(pids) ? fs.readFileSync(pids, 'utf8').trim().split('\n') : [];
    killAll(lines.map((line) => Number(line.split(' ')[1])).reverse());
  });
  console.log('Starting an S3 server (the first time, it downloads about 60 MB) …');
  const script = path.join(import.meta.dirname, 'radosgw.sh');
  const args = [script, PACKAGES, folder, String(monitor), String(port), accessKeyId, secretAccessKey];
  const { code } = await runGroup('bash', args, { isShown: true, ...(interruption && { signal: interruption }) });
  interruption?.throwIfAborted();
  if (code !== 0) throw new CannotRun('The S3 server could not be started (no network to the packages?).');
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}
