import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

const MAX_SUBJECT = 72;
const THIS_FILE = 'tools/test/commits.test.ts';

/** The output of git, or null without git, without history, or when git refuses to read the clone. */
function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const tooLong = (subjects: readonly string[]) => subjects.filter((subject) => [...subject].length > MAX_SUBJECT);

test(`a commit subject has at most ${MAX_SUBJECT} characters, from the commit that added this test on`, () => {
  const added = git('log', '--follow', '--diff-filter=A', '--format=%H', '--', THIS_FILE)?.split('\n').at(-1);
  // An archive without history, or a shallow clone: its oldest commit seems to add every file, and is left out.
  if (!added) return console.info('No commit that adds this test was found, so no subject was checked.');
  const subjects = git('log', '--no-merges', '--format=%s', `${added}..HEAD`)?.split('\n') ?? [];
  expect(tooLong(subjects)).toEqual([]);
});

test('a subject of 73 characters is refused, and one of 72 is not', () => {
  expect(tooLong(['a'.repeat(72), 'b'.repeat(73)])).toEqual(['b'.repeat(73)]);
});
