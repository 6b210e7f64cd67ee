import { runCommand } from '../support/command.ts';
import { ROOT, runGroup } from '../support/processes.ts';
import { withS3Server } from './server.ts';

/**
 * npm run test:s3: runs the contract tests of the file store, and a backup with its restore, against a real S3 server, Ceph's
 * radosgw. It takes a minute or more; where the server can't be started, it says so and passes.
 * npm run test:s3-walk: walks through the product in a browser with that server as the store.
 */
await runCommand(async (run, signal) => {
  const isWalk = process.argv.includes('--walk');
  const command = isWalk
    ? ['node_modules/@playwright/test/cli.js', 'test', '--config', 'checks/s3/walk.config.ts']
    : ['node_modules/vitest/vitest.mjs', 'run', '--config', 'checks/s3/vitest.config.ts', '--root', ROOT];
  const running = withS3Server(async (env) => {
    const options = { env: { ...process.env, ...env }, signal, isShown: true };
    return (await runGroup(process.execPath, command, options)).code;
  }, signal);
  // An interrupted run waits until the server has stopped.
  run.onEnd(() => running.catch(() => undefined));
  const code = await running;
  if (typeof code === 'string') console.log(`${isWalk ? 'S3 WALK' : 'S3 CONTRACT'} SKIPPED: ${code}`);
  return typeof code === 'string' ? process.env.S3_REQUIRED !== 'yes' : code === 0;
});
