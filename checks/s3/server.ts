import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { runGroup } from '../support/processes.ts';

/** The unpacked packages are kept for the next run; the other files belong to one run. */
const folder = path.join(os.tmpdir(), 'firstyear-s3');
const owner = path.join(folder, 'owner');
const OF_ONE_RUN = ['owner', 'pids', 'mon', 'osd', 'run', 'log', 'ceph.conf', 'mon.keyring', 'mon.map'];
const [accessKeyId, secretAccessKey, bucket] = ['test-key', 'test-secret-of-no-use', 'contract'];

const readIfThere = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '');

/** Whether a process id still belongs to a program of the server: ids are reused. */
function isOfServer(pid: number): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`).startsWith(`${folder}/`);
  } catch {
    return false;
  }
}

/** Kills the processes that the script started, in this run or in an earlier run that was killed. */
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
    return pid > 0 && pid !== process.pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('checks/');
  } catch {
    return false;
  }
}

/**
 * Starts a real S3 server, Ceph's radosgw, on loopback from Debian's packages, and works with the variables of its store. Returns
 * the result of the work, or a sentence if the server can't be started.
 */
export async function withS3Server<T>(
  work: (env: Readonly<Record<string, string>> & { readonly S3_ENDPOINT: string }) => Promise<T>,
  interruption?: AbortSignal,
): Promise<T | string> {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return 'There is no apt-get here to get an S3 server.';
  if (isInUse()) throw new Error(`Another run uses ${folder}. Wait for its end.`);
  stopServer();
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(owner, String(process.pid));
  const [monitor, port] = [await freePort(), await freePort()];
  console.log('Starting an S3 server (the first time, it downloads about 60 MB) …');
  try {
    const script = path.join(import.meta.dirname, 'radosgw.sh');
    const args = [script, folder, String(monitor), String(port), accessKeyId, secretAccessKey];
    const { code } = await runGroup('bash', args, { isShown: true, ...(interruption && { signal: interruption }) });
    interruption?.throwIfAborted();
    if (code !== 0) return 'The S3 server could not be started (no network to the packages?).';
    const endpoint = `http://127.0.0.1:${port}`;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    return await work({
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
