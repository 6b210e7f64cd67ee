import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { ROOT, signalGroup } from '../support/processes.ts';

/** The unpacked packages stay for the next run; everything else is of one run. */
const folder = path.join(os.tmpdir(), 'firstyear-s3');
const owner = path.join(folder, 'owner');
const OF_ONE_RUN = ['owner', 'pids', 'mon', 'osd', 'run', 'log', 'ceph.conf', 'mon.keyring', 'mon.map'];
const NEVER = new AbortController().signal;
const [accessKeyId, secretAccessKey, bucket] = ['test-key', 'test-secret-of-no-use', 'contract'];

/** Runs a program, shown as it prints, and returns its exit code; a signal ends it with all that it has started. */
export async function runShown(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  interruption = NEVER,
): Promise<number> {
  const child = spawn(file, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const end = () => signalGroup(child, 'SIGTERM');
  interruption.addEventListener('abort', end);
  const [code] = await once(child, 'close');
  interruption.removeEventListener('abort', end);
  interruption.throwIfAborted();
  return typeof code === 'number' ? code : 1;
}

const readIfThere = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '');

/** Whether a process id is still that of a program of the server: ids are used again. */
function isOfServer(pid: number): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`).startsWith(`${folder}/`);
  } catch {
    return false;
  }
}

/** Ends what the script started, by process id, in this run or in an earlier one that was killed. */
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
 * Brings up a real S3 server, Ceph's radosgw, on loopback from Debian's packages, and gives the variables of its store to
 * something. Returns what that returned, or a sentence where the server cannot be brought up.
 */
export async function withS3Server<T>(
  work: (env: Readonly<Record<string, string>> & { readonly S3_ENDPOINT: string }) => Promise<T>,
  interruption?: AbortSignal,
): Promise<T | string> {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return 'There is no apt-get here to bring an S3 server.';
  if (isInUse()) throw new Error(`Another run uses ${folder}. Wait for its end.`);
  stopServer();
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(owner, String(process.pid));
  const [monitor, port] = [await freePort(), await freePort()];
  console.log('Bringing up an S3 server (the first time about 60 MB are downloaded) …');
  try {
    const script = path.join(import.meta.dirname, 'radosgw.sh');
    const args = [script, folder, String(monitor), String(port), accessKeyId, secretAccessKey];
    if ((await runShown('bash', args, process.env, interruption)) !== 0)
      return 'The S3 server could not be brought up (no network to the packages?).';
    const endpoint = `http://127.0.0.1:${port}`;
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
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
