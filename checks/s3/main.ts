import { CannotRun, runCommand } from '../support/command.ts';
import { ROOT, runGroup } from '../support/processes.ts';
import { startS3Server } from './server.ts';

/**
 * npm run test:s3: runs the contract tests of the file store against a real S3 server, Ceph's radosgw. It takes a minute or more; where the server can't be started, it says so and passes.
 * npm run test:s3-walk: walks through the product in a browser with that server as the store.
 */
await runCommand(async (run, signal) => {
  const isWalk = process.argv.includes('--walk');
  const command = isWalk
    ? ['node_modules/@playwright/test/cli.js', 'test', '--config', 'checks/s3/walk.config.ts']
    : ['node_modules/vitest/vitest.mjs', 'run', '--config', 'checks/s3/vitest.config.ts', '--root', ROOT];
  try {
    const store = await startS3Server(run, signal);
    const env = { ...process.env, ...store, E2E_SETTINGS: Object.keys(store).join() };
    return (await runGroup(process.execPath, command, { env, signal, isShown: true })).code === 0;
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.log(`${isWalk ? 'S3 WALK' : 'S3 CONTRACT'} SKIPPED: ${error.message}`);
    return process.env.S3_REQUIRED !== 'yes';
  }
});
