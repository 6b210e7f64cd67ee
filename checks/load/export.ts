import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { numberOf, readOptions, runCommand } from '../support/options.ts';
import { cleanUpOnSignals, ROOT, withFolder } from '../support/processes.ts';
import { readProc, usageOf } from '../support/usage.ts';
import { fillSeason } from './storm/season.ts';

/**
 * `npm run bench:export [-- --submitted 2000,10000]`: the most memory and the processor's seconds of an export as CSV and as
 * JSON lines, from databases with so many submitted applications (and as many that are not). On Linux.
 */
const FORMATS = ['csv', 'jsonl'] as const;
/** Of ten applications of a season five are submitted. */
const SUBMITTED_SHARE = 0.5;
const LOOK_MS = 100;
const MAX_SUBMITTED = 1_000_000;

/** The numbers of applications. */
function readSizes(args: readonly string[]): readonly number[] {
  const { submitted } = readOptions(args, { submitted: { type: 'string', default: '2000,10000' } });
  return submitted.split(',').map((size) => numberOf(size, 'submitted', 50, MAX_SUBMITTED));
}

interface Measured {
  readonly megabytes: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
}

/** Runs the command to its end; throws with what it said when it fails. */
async function measureCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Measured> {
  const begunAt = performance.now();
  const program = path.join(ROOT, 'apps/server/src/operator.ts');
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  let [megabytes, cpuSeconds] = [0, 0];
  while (child.exitCode === null && child.signalCode === null) {
    const status = readProc(`${child.pid}/status`);
    // The most so far, so that nothing between two looks is missed.
    megabytes = Math.max(megabytes, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    cpuSeconds = Math.max(cpuSeconds, usageOf(new Map([['export', child.pid ?? 0]])).get('export')?.cpuSeconds ?? 0);
    await sleep(LOOK_MS);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(said);
  return { megabytes, cpuSeconds, seconds: (performance.now() - begunAt) / 1000 };
}

async function measureSize(folder: string, submitted: number): Promise<void> {
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  cleanup.add(database.stop);
  await fillSeason({ databaseUrl: database.url, dataDir, season: Math.round(submitted / SUBMITTED_SHARE) });
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  for (const format of FORMATS) {
    const out = path.join(folder, format);
    const { megabytes, cpuSeconds, seconds } = await measureCommand(['export', '--format', format, '--out', out], env);
    const { size } = await stat(path.join(out, `applications.${format}`));
    console.log(
      `${String(submitted).padStart(7)} submitted  ${format.padEnd(5)}  ${megabytes.toFixed(0).padStart(4)} MB at most  ${cpuSeconds.toFixed(1).padStart(6)} s of a processor  ${seconds.toFixed(1).padStart(6)} s  a file of ${(size / 1e6).toFixed(1)} MB`,
    );
  }
  await database.stop();
}

const cleanup = cleanUpOnSignals();
await runCommand(async () => {
  const sizes = readSizes(process.argv.slice(2));
  const measureAll = async (folder: string) => {
    for (const size of sizes) await measureSize(path.join(folder, String(size)), size);
  };
  await withFolder((folder) => measureAll(folder).finally(() => cleanup.stopAll()));
});
