import { randomUUID } from 'node:crypto';
import { ENGLISH } from '@firstyear/words';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FailureLimit } from '../../../config/limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { sayError } from '../../../plugins/error-words.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { TestClock } from '../../../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { countTry, forgetAddress, forgetFailures, listFailures } from './failures.ts';

const POLICY: FailureLimit = { free: 3, firstWaitS: 10, maxWaitS: 900 };
const clock = new TestClock();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

/** The seconds that a subject has to wait; 0 if its try was counted. */
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

test('the wait doubles with each failure up to the maximum, even over more than an hour', async () => {
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

test('failures count until an hour after the last one', async () => {
  const [early, late] = [randomUUID(), randomUUID()];
  for (const subject of [early, late]) for (let one = 1; one < POLICY.free; one += 1) await waitOf(subject);
  clock.advance(HOUR_MS);
  expect([await waitOf(early), await waitOf(early)], 'the third failure in an hour').toEqual([0, 10]);
  clock.advance(1);
  expect([await waitOf(late), await waitOf(late), await waitOf(late)], 'it restarts').toEqual([0, 0, 0]);
});

test('a success clears its failures, and nobody else waits', async () => {
  const [ada, bo] = [randomUUID(), randomUUID()];
  await failUntilBlocked(ada);
  expect([await waitOf(ada), await waitOf(bo)]).toEqual([10, 0]);
  await forgetFailures(database.db, ada);
  expect(await waitOf(ada)).toBe(0);
  clock.advance(MINUTE_MS);
});

test('a refusal says how long to wait: in seconds up to a minute and a half, then in whole minutes', async () => {
  const wordsFor = async (maxWaitS: number, afterMs = 0) => {
    const subject = randomUUID();
    const policy: FailureLimit = { free: 1, firstWaitS: maxWaitS, maxWaitS };
    await countTry(database.db, subject, policy, clock.now());
    await countTry(database.db, subject, policy, clock.now()).catch(() => undefined);
    const refused = countTry(database.db, subject, policy, new Date(clock.now().getTime() + afterMs));
    return refused.then(
      () => 'counted',
      (error: unknown) =>
        error instanceof ApiError ? [error.code, sayError(error.code, error.words, ENGLISH)] : error,
    );
  };
  const words = (wait: string) => ['too_many', `There were too many attempts. Please wait ${wait} and try again.`];
  expect(await wordsFor(1)).toEqual(words('1 second'));
  expect(await wordsFor(60, 59_500)).toEqual(words('1 second'));
  expect(await wordsFor(90)).toEqual(words('90 seconds'));
  expect(await wordsFor(91)).toEqual(words('2 minutes'));
  expect(await wordsFor(900)).toEqual(words('15 minutes'));
});

test("an address is forgotten with all of its networks, and no other one's failures", async () => {
  const [ada, longer] = [`${randomUUID()}@mail.example`, `x${randomUUID()}@mail.example`];
  const own = [`login-address:${ada}:all`, `login:${ada}:192.0.2.1`];
  for (const subject of [...own, `login:${longer}:192.0.2.1`, `login:x${ada}:192.0.2.1`]) await waitOf(subject);
  expect((await listFailures(database.db, ada)).map(({ subject }) => subject).sort()).toEqual(own);
  await inTransaction(database.db, (tx) => forgetAddress(tx, ada));
  expect(await listFailures(database.db, ada)).toEqual([]);
  for (const other of [longer, `x${ada}`]) expect(await listFailures(database.db, other)).toHaveLength(1);
});
