import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../plugins/errors.ts';
import { TestClock } from '../../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time/durations.ts';
import { countTry, forgetFailures, type ThrottlePolicy } from './service.ts';

const POLICY: ThrottlePolicy = { free: 3, firstWaitS: 10, maxWaitS: 900 };
const clock = new TestClock();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

/** Seconds that a subject is told to wait; 0 when its try counts. */
async function waitOf(subject: string): Promise<number> {
  try {
    await countTry(database.db, subject, POLICY, clock.now());
    return 0;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'too_many') return Number(error.headers['retry-after']);
    throw error;
  }
}

async function failUntilBlocked(subject: string): Promise<void> {
  for (let failure = 0; failure < POLICY.free; failure += 1) expect(await waitOf(subject)).toBe(0);
}

test('the wait doubles with each failure and ends at the maximum, also over more than an hour', async () => {
  const subject = randomUUID();
  await failUntilBlocked(subject);
  const waits: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const wait = await waitOf(subject);
    waits.push(wait);
    clock.advance(wait * SECOND_MS - 1);
    expect(await waitOf(subject), 'a millisecond too early').toBe(1);
    clock.advance(1);
    expect(await waitOf(subject), 'when the wait is over').toBe(0);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900, 900]);
  expect(waits.reduce((sum, wait) => sum + wait * SECOND_MS, 0)).toBeGreaterThan(HOUR_MS);
});

test('failures count for an hour after the last one, and no longer', async () => {
  const [early, late] = [randomUUID(), randomUUID()];
  for (const subject of [early, late]) for (let one = 1; one < POLICY.free; one += 1) await waitOf(subject);
  clock.advance(HOUR_MS);
  expect([await waitOf(early), await waitOf(early)], 'the third failure in an hour').toEqual([0, 10]);
  clock.advance(1);
  expect([await waitOf(late), await waitOf(late), await waitOf(late)], 'it begins anew').toEqual([0, 0, 0]);
});

test('what succeeds takes its failures back, and nobody else waits', async () => {
  const [ada, bo] = [randomUUID(), randomUUID()];
  await failUntilBlocked(ada);
  expect([await waitOf(ada), await waitOf(bo)]).toEqual([10, 0]);
  await forgetFailures(database.db, ada);
  expect(await waitOf(ada)).toBe(0);
  clock.advance(MINUTE_MS);
});
