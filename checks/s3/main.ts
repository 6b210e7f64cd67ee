import { CannotRun, runCommand } from '../support/command.ts';
import { ROOT, runGroup } from '../support/processes.ts';
import { startS3Server } from './server.ts';

/**
 * npm run test:s3: runs the contract tests of the file store against a real S3 server, Ceph's radosgw. It takes a minute or more;
 * where the server can't be started, it says so and passes.
 */
await runCommand(async (run, signal) => {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'checks/s3/vitest.config.ts', '--root', ROOT];
  try {
    const env = { ...process.env, ...(await startS3Server(run, signal)) };
    return (await runGroup(process.execPath, command, { env, signal, isShown: true })).code === 0;
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.log(`S3 CONTRACT SKIPPED: ${error.message}`);
    return process.env.S3_REQUIRED !== 'yes';
  }
});
