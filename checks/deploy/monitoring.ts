import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** npm run check:monitoring: checks with promtool that the alerts can be read, and fire when they should. */
const cwd = path.resolve(import.meta.dirname, '../../deploy/monitoring');

function promtool(...args: readonly string[]): number {
  const { status, error } = spawnSync('promtool', args, { cwd, stdio: 'inherit' });
  if (error === undefined) return status ?? 1;
  console.error('promtool is not installed. On Debian and Ubuntu: apt-get install prometheus');
  return 1;
}

process.exitCode = promtool('check', 'rules', 'alerts.yml') || promtool('test', 'rules', 'alerts.test.yml');
