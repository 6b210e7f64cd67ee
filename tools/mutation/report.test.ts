import { expect, test } from 'vitest';
import { mutationReport } from './report.ts';
import { type PartResult, percentNoticed, summarize, updateSurvivors } from './results.ts';
import { type Defect, readReport } from './run-stryker.ts';
import { reasonFor } from './survivors.ts';

const survivor = {
  file: 'packages/form-engine/src/rules.ts',
  line: 9,
  column: 36,
  source: 'const fits = score >= minimum && (score - minimum) % step === 0;',
  mutatorName: 'ArithmeticOperator',
  code: 'score - minimum',
  replacement: 'score + minimum',
};
const result: PartResult = {
  part: 'rules',
  defects: 36,
  tried: 36,
  noticed: 35,
  timeouts: 1,
  survivors: [survivor],
  day: '2026-11-21',
};

const defectsOf = (...outcomes: readonly Defect['outcome'][]): Defect[] =>
  outcomes.map((outcome, line) => ({ ...survivor, line, outcome }));

test('the share of noticed defects is rounded down, so that 90 is never a little less', () => {
  expect(percentNoticed(result)).toBe(97);
  expect(percentNoticed({ ...result, tried: 1000, noticed: 899 })).toBe(89);
  expect(percentNoticed({ ...result, tried: 0, noticed: 0 })).toBe(100);
});

test('an endless loop counts as noticed; a defect that was left out or that no test can be loaded with counts not at all', () => {
  const defects = defectsOf('noticed', 'timeout', 'survived', 'broken', 'left out', 'survived');
  const { survivors, ...counts } = summarize('rules', defects, { seed: 7, day: '2026-11-21' });
  expect(counts).toEqual({ part: 'rules', defects: 6, tried: 4, noticed: 2, timeouts: 1, seed: 7, day: '2026-11-21' });
  expect(survivors.map(({ line }) => line)).toEqual([2, 5]);
});

test('survivors that are tried again become noticed, and changed code asks for a new measurement', () => {
  const earlier: PartResult = { ...result, tried: 10, noticed: 8, survivors: [survivor, { ...survivor, line: 12 }] };
  const again = updateSurvivors(earlier, defectsOf('left out', 'noticed', 'survived'), '2026-11-22');
  expect(again).toMatchObject({ tried: 10, noticed: 9, day: '2026-11-22' });
  expect(again.survivors).toHaveLength(1);
  expect(() => updateSurvivors(earlier, defectsOf('left out', 'noticed'), '2026-11-22')).toThrow(
    'The code of rules has changed since it was measured.',
  );
});

test('tests that were written for a sample leave its share as it was found', () => {
  const sample: PartResult = { ...result, tried: 10, noticed: 8, seed: 7, survivors: [survivor, survivor] };
  const again = updateSurvivors(sample, defectsOf('noticed', 'survived'), '2026-11-22');
  expect(again).toMatchObject({ noticed: 8, noticedLater: 1, day: '2026-11-21' });
  expect(again.survivors).toHaveLength(1);
  expect(mutationReport(['rules'], [again])).toContain('| 8 of 10, 1 by a time-out; 1 more since | 80 % |');
});

test('what stood at the place of a defect is read from the source in the report', () => {
  const source = 'const a = 1;\nif (a > 1) {\n  go();\n}\n';
  const location = { start: { line: 2, column: 12 }, end: { line: 4, column: 2 } };
  const mutants = [{ id: '1', mutatorName: 'BlockStatement', replacement: '{}', status: 'NoCoverage', location }];
  expect(readReport(JSON.stringify({ files: { 'a.ts': { source, mutants } } }))).toEqual([
    {
      file: 'a.ts',
      line: 2,
      column: 12,
      mutatorName: 'BlockStatement',
      code: '{\n  go();\n}',
      replacement: '{}',
      source: 'if (a > 1) {',
      outcome: 'survived',
    },
  ]);
});

test('the report names what survives and its reason, what misses a test, and what was not measured', () => {
  const odd = { ...survivor, code: "a || b\n  ? 'x' : `y`", replacement: 'a && b' };
  const report = mutationReport(['engine', 'rules'], [{ ...result, survivors: [survivor, odd] }]);
  expect(report).toContain('| engine | | | | not measured yet | | |');
  expect(report).toContain('| rules | 36 | all | 35 of 36, 1 by a time-out | 97 % | exact | 2026-11-21 |');
  expect(report).toContain('rules.ts:9 | `score - minimum` | `score + minimum` |');
  // A bar ends a cell and a backtick ends code, so neither may stand there as it is.
  expect(report).toContain("`a \\|\\| b ? 'x' : 'y'`");
  expect(report).toContain('**a test is missing**');
});

test('the report says how large a sample was, how to draw it again and how far off it may be', () => {
  const sampled = { ...result, defects: 800, tried: 150, noticed: 141, timeouts: 0, seed: 7 };
  expect(mutationReport(['rules'], [sampled])).toContain(
    '| rules | 800 | 150, seed 7 | 141 of 150 | 94 % | 88–97 % | 2026-11-21 |',
  );
});

test('a reason is for every defect inside its code, wherever the line has moved, and for no other', () => {
  const { file } = survivor;
  const reasons = [{ file, code: '(score - minimum) % step === 0', reason: 'Every step divides its minimum.' }];
  expect(reasonFor({ ...survivor, line: 12 }, reasons)).toBe('Every step divides its minimum.');
  expect(reasonFor({ ...survivor, code: 'score >= minimum' }, reasons)).toBeUndefined();
  expect(reasonFor({ ...survivor, source: 'return score - minimum;' }, reasons)).toBeUndefined();
  expect(reasonFor({ ...survivor, file: 'other.ts' }, reasons)).toBeUndefined();
  const narrow = reasons.map((one) => ({ ...one, replacement: 'score * minimum' }));
  expect(reasonFor(survivor, narrow)).toBeUndefined();
  expect(reasonFor({ ...survivor, replacement: 'score *\n minimum' }, narrow)).toBeDefined();
  const block = { ...survivor, source: '} catch {', code: '{\n    return undefined;\n  }' };
  expect(reasonFor(block, [{ file, code: '} catch { return undefined; }', reason: 'Nothing.' }])).toBe('Nothing.');
});
