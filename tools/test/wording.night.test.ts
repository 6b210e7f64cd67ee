import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { linesOf, root, shown, sourceFiles } from './source-files.ts';

test('comments, texts and documents have no misspelled word, and American spelling', () => {
  const args = ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary', '--no-color'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test('every decision that is cited exists', () => {
  const known = new Set(sourceFiles.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []));
  const cited = linesOf(sourceFiles).flatMap((line) =>
    [...line.text.matchAll(/\bdecisions?[ /](\d+)\b/gi)].map(([, number = '']) => ({ line, number })),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ number }) => !known.has(number.padStart(4, '0'))).map(({ line }) => shown(line))).toEqual([]);
});

const MAX_SUBJECT = 72;
/** The commit before the first that this is asked of. An archive, or a shallow clone, lacks it. */
const SINCE = 'c5f02f21c7539303fa2a247f0858ae71559f0c31';

test(`a commit subject has at most ${MAX_SUBJECT} characters`, () => {
  const args = ['log', '--no-merges', '--format=%s', `${SINCE}..HEAD`];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  expect(stdout.split('\n').filter((subject) => [...subject].length > MAX_SUBJECT)).toEqual([]);
});
