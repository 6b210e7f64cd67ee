import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { retry, retryDelay } from './retry.ts';

test('[CONST-25] the delay doubles from a second and is capped at 30000 ms', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((failures) => retryDelay(failures))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test('a delay is at least as long as the server requested, and at most half as long again', () => {
  fc.assert(
    fc.property(
      fc.nat(20),
      fc.option(fc.nat(600_000), { nil: undefined }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, atLeastMs, random) => {
        const shortest = Math.max(retryDelay(failures), atLeastMs ?? 0);
        const delay = retryDelay(failures, { atLeastMs, random });
        expect(delay).toBeGreaterThanOrEqual(shortest);
        expect(delay).toBeLessThan(shortest * 1.5 + 1);
      },
    ),
  );
});

test('work is retried until it succeeds, after the wait for each failure', async () => {
  const work = vi.fn(async () => 'done');
  work.mockRejectedValueOnce('first').mockRejectedValueOnce('second');
  const wait = vi.fn(async () => {});
  expect(await retry(work, wait)).toBe('done');
  expect(wait.mock.calls).toEqual([
    ['first', 0],
    ['second', 1],
  ]);
});

test('an error that is not worth a retry comes out', async () => {
  const failed = new Error('refused');
  const work = vi.fn(() => Promise.reject(failed));
  const giveUp = async (error: unknown) => {
    throw error;
  };
  await expect(retry(work, giveUp)).rejects.toBe(failed);
  expect(work).toHaveBeenCalledTimes(1);
});
