import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { ensurePackages } from '../bootstrap/packages.mjs';
import { findPart } from './parts.ts';

/**
 * npm run test:mutation -- --part export: runs Stryker for one part of the product (CONTRIBUTING.md). Exit code 1 below 90 %. It
 * takes minutes to hours, so it isn't in npm test, and runs at low priority.
 */
const root = path.resolve(import.meta.dirname, '../..');
const { values: options } = parseArgs({
  options: {
    part: { type: 'string', default: '' },
    every: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '1' },
    force: { type: 'boolean', default: false },
  },
});
const part = findPart(options.part);
const every = Number(options.every || part.every);
const reports = path.join('.cache/mutation', `${options.part}-${every}-${options.seed}`);
const config = {
  mutate: part.mutate,
  testRunner: 'vitest',
  // Some tests change their time zone or user, which threads can't.
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false, pool: 'forks' },
  plugins: ['@stryker-mutator/vitest-runner', path.join(root, 'tools/mutation/stryker-plugins.ts')],
  ignorers: ['for-developers'],
  checkers: ['sample'],
  sample: { every, seed: options.seed },
  incremental: true,
  incrementalFile: `${reports}/incremental.json`,
  force: options.force,
  concurrency: Number(options.concurrency),
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: `${reports}/report.json` },
  htmlReporter: { fileName: `${reports}/report.html` },
  // Inserts comments that turn type checks off.
  disableTypeChecks: true,
  ignorePatterns: ['docs', 'data', 'test-results', '.cache', 'apps/web/dist'],
  tempDirName: `.stryker-tmp/${options.part}`,
  cleanTempDir: 'always',
  // For endless loops that Stryker doesn't detect itself. Generous, since machines may be slow or busy.
  timeoutMS: 120_000,
  timeoutFactor: 5,
  dryRunTimeoutMinutes: 60,
  warnings: { slow: false },
};

process.chdir(root);
os.setPriority(os.constants.priority.PRIORITY_LOW);
await ensurePackages(path.join(root, 'tools/mutation'));
fs.mkdirSync(reports, { recursive: true });
fs.writeFileSync(`${reports}/stryker.json`, JSON.stringify(config, null, 2));
// One database for the whole run: Stryker restarts the test runner for each mutant in code that runs while a file is loaded.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-mutation-'));
const database = part.tests.server && (await startEmbeddedPostgres({ root: path.join(folder, 'postgres') }));
try {
  const stryker = 'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
  const child = spawn(process.execPath, [stryker, 'run', `${reports}/stryker.json`], {
    env: { ...process.env, MUTATION_PART: options.part, ...(database && { TEST_DATABASE_URL: database.url }) },
    stdio: 'inherit',
  });
  // A signal ends Stryker first, and then its database.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
} finally {
  await database?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
