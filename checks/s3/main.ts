import { Interruption, signalOfInterruption } from '../../apps/server/src/process/interruption.ts';
import { ROOT } from '../support/processes.ts';
import { runShown, withS3Server } from './server.ts';

/**
 * npm run test:s3: runs the contract of the file store, and a backup with its restore, against a real S3 server, Ceph's
 * radosgw. Takes a minute or more; where the server cannot be brought up, it says so and ends well.
 * npm run test:s3-walk: goes through the product in a browser with that server as its store.
 */
const isWalk = process.argv.includes('--walk');
const command = isWalk
  ? ['node_modules/@playwright/test/cli.js', 'test', '--config', 'checks/s3/walk.config.ts']
  : ['node_modules/vitest/vitest.mjs', 'run', '--config', 'checks/s3/vitest.config.ts', '--root', ROOT];
const interruption = signalOfInterruption();

try {
  const run = (env: NodeJS.ProcessEnv) => runShown(process.execPath, command, { ...process.env, ...env }, interruption);
  const code = await withS3Server(run, interruption);
  if (typeof code === 'string') console.log(`${isWalk ? 'S3 WALK' : 'S3 CONTRACT'} SKIPPED: ${code}`);
  process.exitCode = typeof code === 'number' ? code : Number(process.env.S3_REQUIRED === 'yes');
} catch (error) {
  if (!interruption.aborted) throw error;
  const { reason } = interruption;
  process.exitCode = reason instanceof Interruption ? reason.exitCode : 1;
}
