import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { linesOf, root, shown, sourceFiles } from './source-files.ts';

const THIS_FILE = 'tools/test/wording.night.test.ts';

/** British spellings. Names of libraries' functions stay. */
const BRITISH = new RegExp(
  [
    'colour|behaviour|favour|honour|neighbour|catalogue|cancell(ed|ing)|\\be-mail',
    String.raw`\b(grey|labell(ed|ing)\b|travell|licence|theatre|programmes?\b|judgement|whilst\b|analys(ed?|ing)\b)`,
    String.raw`\b(organis|recognis|normalis|serialis|authoris|(initial|minim|maxim|optim)is(e[ds]?|ing|ation)\b)`,
  ].join('|'),
  'i',
);

test('code, texts and documents are spelled the American way', () => {
  const lines = linesOf(sourceFiles.filter((file) => file !== THIS_FILE));
  expect(lines.filter(({ text }) => BRITISH.test(text)).map(shown)).toEqual([]);
  expect(['colour', 'labelled', 'an email', 'optimised'].filter((text) => BRITISH.test(text))).toHaveLength(3);
});

const MAX_SUBJECT = 72;
/** The commit before the first that this is asked of. An archive, or a shallow clone, lacks it. */
const SINCE = 'c5f02f21c7539303fa2a247f0858ae71559f0c31';

test(`a commit subject has at most ${MAX_SUBJECT} characters`, () => {
  const args = ['log', '--no-merges', '--format=%s', `${SINCE}..HEAD`];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  expect(stdout.split('\n').filter((subject) => [...subject].length > MAX_SUBJECT)).toEqual([]);
});
