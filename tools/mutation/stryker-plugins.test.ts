import { expect, test } from 'vitest';
import { ForDevelopers, Sample } from './stryker-plugins.ts';

const mutants = Array.from({ length: 400 }, (_, line) => ({
  id: String(line),
  fileName: '/sandbox/a.ts',
  mutatorName: 'BooleanLiteral',
  replacement: 'true',
  location: { start: { line, column: 2 }, end: { line, column: 9 } },
}));

async function sampleOf(every: number, seed: string, from = mutants): Promise<string[]> {
  const results = await new Sample({ sample: { every, seed } }).check(from);
  return Object.keys(results).filter((id) => results[id]?.status === 'passed');
}

test('a sample is the same for the same seed, is drawn from the whole part, and is everything when every mutant is requested', async () => {
  const sample = await sampleOf(4, '7');
  expect(await sampleOf(4, '7', [...mutants].reverse())).toEqual(sample);
  expect(await sampleOf(4, '8')).not.toEqual(sample);
  expect(await sampleOf(1, '7')).toHaveLength(400);
  for (const quarter of [0, 100, 200, 300]) {
    const count = sample.filter((id) => Number(id) >= quarter && Number(id) < quarter + 100).length;
    expect(count).toBeGreaterThanOrEqual(10);
    expect(count).toBeLessThanOrEqual(40);
  }
});

test('logs, names of error classes and messages for developers get no mutants, but messages for people do', () => {
  const isIgnored = (type: string, code: string) =>
    new ForDevelopers().shouldIgnore({ node: { type }, toString: () => code }) !== undefined;
  expect(isIgnored('CallExpression', "request.log.info({ id }, 'answered')")).toBe(true);
  expect(isIgnored('CallExpression', 'catalog.find(key)')).toBe(false);
  expect(isIgnored('ClassProperty', "override readonly name = 'PacketError'")).toBe(true);
  expect(isIgnored('NewExpression', "new Error('no applicant')")).toBe(true);
  expect(isIgnored('NewExpression', "new ErrorForPeople('Try again.')")).toBe(false);
});
