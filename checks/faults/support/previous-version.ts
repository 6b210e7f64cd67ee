import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { linkPackages } from '../../../e2e/support/next-release.ts';
import { ROOT, run } from '../../support/processes.ts';
import { CannotRun } from './scenario.ts';

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
  linkPackages(ROOT, folder);
  return commit;
}

/** The migration with which this version takes away what the version in a folder needs; nothing when there is none. */
export function takesAway(folder: string): string | undefined {
  const known = fs.readdirSync(path.join(folder, MIGRATIONS));
  return fs
    .readdirSync(path.join(ROOT, MIGRATIONS))
    .find((name) => /[.]contract[.]sql$/.test(name) && !known.includes(name));
}
