import { expect, test } from 'vitest';
import { mutationReport, type PartResult, percentKilled } from './report.ts';
import { reasonFor } from './survivors.ts';

const survivor = {
  file: 'packages/application-form/src/form/rules/score.ts',
  line: 9,
  source: 'const fits = score >= minimum && (score - minimum) % step === 0;',
  mutator: 'ArithmeticOperator',
  code: 'score - minimum',
  replacement: 'score + minimum',
};
const result: PartResult = { part: 'rules', killed: 35, survivors: [survivor], day: '2026-11-21' };

test('the share of noticed defects is rounded down, so that 90 is never a little less', () => {
  expect(percentKilled(result)).toBe(97);
  expect(percentKilled({ ...result, killed: 899, survivors: Array(101).fill(survivor) })).toBe(89);
  expect(percentKilled({ ...result, killed: 0, survivors: [] })).toBe(100);
});

test('the report names what survives and its reason, what misses a test, and what was not measured', () => {
  const odd = { ...survivor, code: "a || b\n  ? 'x' : `y`", replacement: 'a && b' };
  const report = mutationReport(['engine', 'rules'], [{ ...result, survivors: [survivor, odd] }]);
  expect(report).toContain('| engine | | | not measured yet | |');
  expect(report).toContain('| rules | 37 | 35 | 94 % | 2026-11-21 |');
  expect(report).toContain('score.ts:9 | `score - minimum` | `score + minimum` |');
  // A bar ends a cell and a backtick ends code, so neither may stand there as it is.
  expect(report).toContain("`a \\|\\| b ? 'x' : 'y'`");
  expect(report).toContain('**a test is missing**');
});

test('a reason is for every defect inside its code, wherever the line has moved, and for no other', () => {
  const { file } = survivor;
  const reasons = [{ file, code: '(score - minimum) % step === 0', reason: 'Every step divides its minimum.' }];
  expect(reasonFor({ ...survivor, line: 12 }, reasons)).toBe('Every step divides its minimum.');
  expect(reasonFor({ ...survivor, code: 'score >= minimum' }, reasons)).toBeUndefined();
  expect(reasonFor({ ...survivor, source: 'return score - minimum;' }, reasons)).toBeUndefined();
  expect(reasonFor({ ...survivor, file: 'other.ts' }, reasons)).toBeUndefined();
});
