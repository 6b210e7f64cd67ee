import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { numberOf, readOptions, runCommand } from '../support/options.ts';
import { cleanUpOnSignals, ROOT, withFolder } from '../support/processes.ts';
import { fillSeason } from './storm/season.ts';

/**
 * `npm run bench:export [-- --submitted 2000,10000]`: the most memory and the processor's seconds of an export as CSV and as
 * JSON lines, from databases with so many submitted applications (and as many that are not).
 */
const FORMATS = ['csv', 'jsonl'] as const;
/** Of ten applications of a season five are submitted. */
const SUBMITTED_SHARE = 0.5;
const MAX_SUBMITTED = 1_000_000;

/** The numbers of applications. */
function readSizes(args: readonly string[]): readonly number[] {
  const { submitted } = readOptions(args, { submitted: { type: 'string', default: '2000,10000' } });
  return submitted.split(',').map((size) => numberOf(size, 'submitted', 50, MAX_SUBMITTED));
}

const usage = z.object({ maxRSS: z.number(), userCPUTime: z.number(), systemCPUTime: z.number() });
/** Loaded before the command: prints what its process has used when it ends. */
const PRINT_USAGE = `data:text/javascript,process.on('exit', () => console.log('\\n' + JSON.stringify(process.resourceUsage())))`;

/** Runs the command to its end; throws with its errors when it fails. */
async function measureCommand(args: readonly string[], env: NodeJS.ProcessEnv) {
  const begunAt = performance.now();
  const program = path.join(ROOT, 'apps/server/src/operator.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', PRINT_USAGE, program, ...args], { env });
  const { maxRSS, userCPUTime, systemCPUTime } = usage.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  const seconds = (performance.now() - begunAt) / 1000;
  return { megabytes: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, seconds };
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
