import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyHour } from './every-hour.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work runs at once and every hour, until it is stopped', async () => {
  const work = vi.fn(async () => {});
  const repeated = everyHour(work, () => expect.unreachable());
  await vi.advanceTimersByTimeAsync(3 * 3_600_000);
  expect(work).toHaveBeenCalledTimes(4);
  repeated.stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(work).toHaveBeenCalledTimes(4);
});

test('a failed run is retried with a back-off of five seconds up to an hour, and each failure is reported', async () => {
  let isAway = true;
  const work = vi.fn(async () => {
    if (isAway) throw new Error('away');
  });
  const failures: unknown[] = [];
  const repeated = everyHour(work, (error, retryMs) => failures.push([String(error), retryMs / 1000]));
  const delays = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600];
  await vi.advanceTimersByTimeAsync(5 * 3_600_000);
  expect(failures.slice(0, delays.length)).toEqual(delays.map((seconds) => ['Error: away', seconds]));
  isAway = false;
  await vi.advanceTimersByTimeAsync(3_600_000);
  failures.length = 0;
  isAway = true;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(failures[0]).toEqual(['Error: away', 5]);
  repeated.stop();
});
