import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { type Run, readOptions, runCommand, withRun } from '../support/command.ts';
import { ROOT } from '../support/processes.ts';
import { startPostgres } from '../support/product.ts';
import { fillSeason } from './storm/season.ts';

const FORMATS = ['csv', 'jsonl'] as const;
/** Half of the applications of a season are submitted. */
const SUBMITTED_SHARE = 0.5;
const sizes = z.array(z.coerce.number<string>().int().min(50).max(1_000_000));
const options = z.object({
  submitted: z
    .string()
    .default('2000,10000')
    .transform((text) => text.split(','))
    .pipe(sizes),
});

const usage = z.object({ maxRSS: z.number(), userCPUTime: z.number(), systemCPUTime: z.number() });
/** A module, loaded before the command, that prints the usage of its process at the end. */
const PRINT_USAGE = `data:text/javascript,process.on('exit', () => console.log('\\n' + JSON.stringify(process.resourceUsage())))`;

/** Runs and measures an operator's command. Rejects with its errors when it fails. */
async function measureCommand(args: readonly string[], env: NodeJS.ProcessEnv) {
  const startedAt = performance.now();
  const program = path.join(ROOT, 'apps/server/src/programs/operator.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', PRINT_USAGE, program, ...args], { env });
  const { maxRSS, userCPUTime, systemCPUTime } = usage.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  const seconds = (performance.now() - startedAt) / 1000;
  return { megabytes: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, seconds };
}

async function measureSize(run: Run, submitted: number): Promise<void> {
  const dataDir = path.join(run.folder, 'data');
  await mkdir(dataDir);
  const { url } = await startPostgres(run);
  await fillSeason({ databaseUrl: url, dataDir, season: Math.round(submitted / SUBMITTED_SHARE) });
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  for (const format of FORMATS) {
    const out = path.join(run.folder, format);
    const { megabytes, cpuSeconds, seconds } = await measureCommand(['export', '--format', format, '--out', out], env);
    const { size } = await stat(path.join(out, `applications.${format}`));
    console.log(
      `${String(submitted).padStart(7)} submitted  ${format.padEnd(5)}  ${megabytes.toFixed(0).padStart(4)} MB at most  ${cpuSeconds.toFixed(1).padStart(6)} s of a processor  ${seconds.toFixed(1).padStart(6)} s  a file of ${(size / 1e6).toFixed(1)} MB`,
    );
  }
}

/**
 * `npm run bench:export [-- --submitted 2000,10000]`: the peak memory and processor seconds of an export as CSV and as JSON lines,
 * from databases with so many submitted applications, and as many others.
 */
await runCommand(async () => {
  for (const size of readOptions(options).submitted) await withRun((run) => measureSize(run, size));
});
