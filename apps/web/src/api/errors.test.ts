import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelay } from './errors.ts';

test('the back-off grows from one second to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 99].map((failures) => retryDelay(failures, undefined, 0))).toEqual([
    1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000,
  ]);
});

test('a wait is at least as long as the server requested, and at most half as long again', () => {
  fc.assert(
    fc.property(
      fc.nat(20),
      fc.option(fc.nat(600_000), { nil: undefined }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, asked, random) => {
        const shortest = Math.max(retryDelay(failures, undefined, 0), asked ?? 0);
        const wait = retryDelay(failures, asked, random);
        expect(wait).toBeGreaterThanOrEqual(shortest);
        expect(wait).toBeLessThan(shortest * 1.5 + 1);
      },
    ),
  );
});
