import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIGNATURE_DATABASE } from '../../apps/server/src/adapters/scanner/clamd.testing.ts';
import { findOnPath } from '../../apps/server/src/process/find-on-path.ts';

/**
 * npm run test:clamav: runs the tests of scanned uploads with the real ClamAV (Debian: clamav-daemon) instead of the tests'
 * own, on the same signatures, so that these tests are no kinder than what a university runs.
 */
const clamd = findOnPath(['clamd'], `${process.env.PATH}${path.delimiter}/usr/sbin`);
if (clamd === undefined) {
  console.error('clamd was not found. Install it first (on Debian: apt-get install clamav-daemon).');
  process.exit(1);
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-clamav-'));
const socket = path.join(folder, 'clamd.sock');
fs.mkdirSync(path.join(folder, 'signatures'));
fs.writeFileSync(path.join(folder, 'signatures', 'firstyear.ndb'), SIGNATURE_DATABASE);
const settings = {
  DatabaseDirectory: path.join(folder, 'signatures'),
  LocalSocket: socket,
  Foreground: 'yes',
  User: os.userInfo().username,
};
const config = path.join(folder, 'clamd.conf');
fs.writeFileSync(
  config,
  Object.entries(settings)
    .map((entry) => `${entry.join(' ')}\n`)
    .join(''),
);
const scanner = spawn(clamd, ['--config-file', config], { stdio: ['ignore', 'ignore', 'inherit'] });
try {
  for (let seconds = 0; !fs.existsSync(socket); seconds += 0.2) {
    if (scanner.exitCode !== null || seconds > 60) throw new Error('clamd did not start.');
    await sleep(200);
  }
  const tests = ['apps/server/src/adapters/scanner', 'apps/server/src/modules/documents/uploads/conversion.test.ts'];
  const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, TEST_CLAMD: socket },
    stdio: 'inherit',
  });
  const [code] = await once(run, 'close');
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  scanner.kill();
  await once(scanner, 'close');
  fs.rmSync(folder, { recursive: true, force: true });
}
