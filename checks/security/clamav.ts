import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { SIGNATURE_DATABASE } from '../../apps/server/src/adapters/scanner/clamd.testing.ts';
import { runCommand, UsageError } from '../support/command.ts';
import { end, runGroup, waitFor } from '../support/processes.ts';

/**
 * npm run test:clamav: runs the tests of scanned uploads with the real ClamAV (Debian: clamav-daemon) and the same signatures
 * instead of the tests' own scanner, which must not be more lenient than a university's.
 */
await runCommand(async ({ folder, onEnd }, signal) => {
  const clamd = findOnPath(['clamd'], `${process.env.PATH}${path.delimiter}/usr/sbin`);
  if (clamd === undefined)
    throw new UsageError('clamd was not found. Install it first (on Debian: apt-get install clamav-daemon).');
  const fileOf = (name: string) => path.join(folder, name);
  const socket = fileOf('clamd.sock');
  fs.mkdirSync(fileOf('signatures'));
  fs.writeFileSync(fileOf('signatures/firstyear.ndb'), SIGNATURE_DATABASE);
  const settings = [`DatabaseDirectory ${fileOf('signatures')}`, `LocalSocket ${socket}`, 'Foreground yes'];
  fs.writeFileSync(fileOf('clamd.conf'), [...settings, `User ${os.userInfo().username}`, ''].join('\n'));
  const scanner = spawn(clamd, ['--config-file', fileOf('clamd.conf')], { stdio: ['ignore', 'ignore', 'inherit'] });
  onEnd(() => end(scanner));
  await waitFor('clamd', () => (fs.existsSync(socket) ? true : undefined), { everyMs: 200 });
  const tests = ['apps/server/src/adapters/scanner', 'apps/server/src/modules/application/uploads/conversion.test.ts'];
  const env = { ...process.env, TEST_CLAMD: socket };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...tests];
  return (await runGroup(process.execPath, vitest, { env, signal, isShown: true })).code === 0;
});
