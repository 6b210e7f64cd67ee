import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { SIGNATURE_DATABASE } from '../../apps/server/src/adapters/scanner/clamd.testing.ts';
import { runCommand, UsageError } from '../support/options.ts';
import { end, ROOT, waitFor, withFolder } from '../support/processes.ts';

/**
 * npm run test:clamav: runs the tests of scanned uploads with the real ClamAV (Debian: clamav-daemon) instead of the tests'
 * own, on the same signatures, so that these tests are no kinder than what a university runs.
 */
async function main(folder: string): Promise<boolean> {
  const clamd = findOnPath(['clamd'], `${process.env.PATH}${path.delimiter}/usr/sbin`);
  if (clamd === undefined)
    throw new UsageError('clamd was not found. Install it first (on Debian: apt-get install clamav-daemon).');
  const [socket, signatures, config] = ['clamd.sock', 'signatures', 'clamd.conf'].map((name) =>
    path.join(folder, name),
  );
  if (!socket || !signatures || !config) throw new Error('There is no folder.');
  fs.mkdirSync(signatures);
  fs.writeFileSync(path.join(signatures, 'firstyear.ndb'), SIGNATURE_DATABASE);
  const settings = [`DatabaseDirectory ${signatures}`, `LocalSocket ${socket}`, 'Foreground yes'];
  fs.writeFileSync(config, [...settings, `User ${os.userInfo().username}`, ''].join('\n'));
  const scanner = spawn(clamd, ['--config-file', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await waitFor('clamd', () => (fs.existsSync(socket) ? true : undefined), { everyMs: 200 });
    const tests = ['apps/server/src/adapters/scanner', 'apps/server/src/modules/documents/uploads/conversion.test.ts'];
    const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
      cwd: ROOT,
      env: { ...process.env, TEST_CLAMD: socket },
      stdio: 'inherit',
    });
    const [code] = await once(run, 'close');
    return code === 0;
  } finally {
    await end(scanner);
  }
}

await runCommand(() => withFolder(main));
