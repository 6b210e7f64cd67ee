import { expect, test } from 'vitest';
import { listOptions, type YearList } from './options.ts';

test.each<[Omit<YearList, 'kind'>, string]>([
  [{ count: 2, direction: 'past' }, '2026 2025'],
  [{ count: 2, direction: 'future', start: 2030 }, '2030 2031'],
  [{ count: 2, direction: 'future', yearsAgo: 1, earlier: 2 }, '2025 2026 2024 2023'],
])('years of %j, in 2026: %s', (list, years) => {
  const options = listOptions({ kind: 'years', ...list }, { now: 0, today: '2026-11-20' });
  expect(options.map(({ value }) => value).join(' ')).toBe(years);
});
