// npm run check: types, lint and imports of everything, and those unit tests in the changed rooms that load a changed file.
import { execFileSync, spawnSync } from 'node:child_process';

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const run = (program: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1;

const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
/** apps/server/src/modules/application/, apps/web/src/answers/, packages/ui/, tools/: what depends on them is for npm test. */
const rooms = new Set(
  changed.map(
    (file) =>
      /^apps\/(?:server\/src\/(?:modules\/)?|web\/src\/)[^/]+\/|^(?:apps|packages|forms)\/[^/]+\/|^[^/]+\//.exec(
        file,
      )?.[0] ?? file,
  ),
);

process.exitCode =
  run('tools/test.mjs', '--only=types,lint,imports') ||
  (rooms.size > 0 ? run('node_modules/vitest/vitest.mjs', 'run', '--changed', '--passWithNoTests', ...rooms) : 0);
