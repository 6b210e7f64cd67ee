import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, run } from '../../support/processes.ts';
import { CannotRun } from './scenario.ts';

const OWN_PACKAGES = '@firstyear';
const MIGRATIONS = 'apps/server/src/db/migrations';

/**
 * Puts the version before the newest migration into a folder, from this clone's history, with the packages that are
 * installed here. Returns its commit, shortened.
 */
export function unpackPreviousVersion(folder: string): string {
  const git = (...args: readonly string[]) => run('git', args, { cwd: ROOT }).trim();
  if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT }).status !== 0) {
    throw new CannotRun('The version before comes from the history of a clone, and this folder is none.');
  }
  const [newest] = git('log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS).split('\n');
  if (newest === undefined || newest === '') throw new CannotRun('The history of this clone has no migration.');
  const commit = git('rev-parse', '--short', `${newest}~1`);
  const archive = path.join(folder, 'previous.tar');
  git('archive', '--output', archive, commit);
  run('tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  const installed = fs.realpathSync(path.join(ROOT, 'node_modules'));
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, OWN_PACKAGES), { recursive: true });
  for (const name of fs.readdirSync(installed)) {
    if (name !== OWN_PACKAGES) fs.symlinkSync(path.join(installed, name), path.join(modules, name));
  }
  // The links of this clone lead to its own packages; those of that version lead to that version's.
  for (const name of fs.readdirSync(path.join(installed, OWN_PACKAGES))) {
    const own = path.relative(path.dirname(installed), fs.realpathSync(path.join(installed, OWN_PACKAGES, name)));
    fs.symlinkSync(path.join(folder, own), path.join(modules, OWN_PACKAGES, name));
  }
  return commit;
}
