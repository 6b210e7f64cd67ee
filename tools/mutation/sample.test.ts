import { expect, test } from 'vitest';
import { LEFT_OUT, nameDefect, strykerPlugins } from './defect-filter.ts';
import { chooseSample, confidenceInterval } from './sample.ts';

const names = Array.from({ length: 400 }, (_, place) => `a.ts:${place}:0 BooleanLiteral true`);

test('a sample is the same for the same seed, another for another one, and never larger than what there is', () => {
  const sample = chooseSample(names, 100, 7);
  expect(sample.size).toBe(100);
  expect(chooseSample([...names].reverse(), 100, 7)).toEqual(sample);
  expect(chooseSample(names, 100, 8)).not.toEqual(sample);
  expect(chooseSample(names, 1_000, 7).size).toBe(400);
});

test('a sample is drawn from the whole part, not from its beginning', () => {
  const places = [...chooseSample(names, 100, 7)].map((name) => names.indexOf(name));
  for (const quarter of [0, 100, 200, 300]) {
    const inQuarter = places.filter((place) => place >= quarter && place < quarter + 100).length;
    expect(inQuarter).toBeGreaterThanOrEqual(10);
    expect(inQuarter).toBeLessThanOrEqual(40);
  }
});

test("the interval is Wilson's: narrow for many, wide for few, within 0 and 100", () => {
  // 81 of 263 give 0.2553 to 0.3662, as in the paper that compares such intervals (Newcombe 1998, table I).
  expect(confidenceInterval(81, 263)).toEqual([25, 37]);
  expect(confidenceInterval(0, 20)).toEqual([0, 17]);
  expect(confidenceInterval(20, 20)).toEqual([83, 100]);
  expect(confidenceInterval(0, 0)).toEqual([0, 100]);
});

const defects = [3, 4, 5].map((line) => ({
  id: String(line),
  fileName: '/a.ts',
  mutatorName: 'BooleanLiteral',
  replacement: 'true',
  location: { start: { line, column: 2 }, end: { line, column: 9 } },
}));

async function chosenBy(defectChoice: unknown): Promise<string[]> {
  const [plugin] = strykerPlugins;
  if (plugin === undefined) throw new Error('there is no plugin');
  const filter = new plugin.injectableClass({ defectChoice });
  const groups = await filter.group(defects);
  expect(groups.flat()).toEqual(['3', '4', '5']);
  const results = await filter.check(defects);
  const leftOut = Object.values(results).filter(({ status }) => status === 'compileError');
  for (const { reason } of leftOut) expect(reason).toBe(LEFT_OUT);
  return Object.keys(results).filter((id) => results[id]?.status === 'passed');
}

test('the defects that are named, or as many as the sample has, are let through to the tests', async () => {
  const [, second] = defects;
  expect(await chosenBy({ names: second ? [nameDefect(second)] : [] })).toEqual(['4']);
  expect(await chosenBy({ size: 2, seed: 1 })).toHaveLength(2);
  await expect(chosenBy({ size: 0, seed: 1 })).rejects.toThrow();
});
