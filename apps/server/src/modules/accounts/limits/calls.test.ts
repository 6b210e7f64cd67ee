import { profile } from '@firstyear/api-contract/application';
import { clientError } from '@firstyear/api-contract/client-errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_LIMITS } from '../../../config/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { TestClock } from '../../../testing/clock.ts';
import { logIn, newApplicant } from '../../application/row/applicant.testing.ts';
import { callLimiter } from './calls.ts';

const callLimits = { ...CALL_LIMITS, visitor: 4, link: 4, session: 3, reports: 2, allReports: 3 };

let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  one = await testApp({ deps: { callLimits } });
  other = await testApp({ clock: one.clock, deps: { callLimits, db: one.db } });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const statusOf = async (server: TestApp, remoteAddress: string) =>
  (await server.app.inject({ url: '/public/tmp?token=made-up', remoteAddress })).statusCode;

test('two web servers on one database count together', async () => {
  const statuses = [];
  for (const server of [one, other, one, other, one, other]) statuses.push(await statusOf(server, '198.51.100.1'));
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
  expect(await statusOf(other, '198.51.100.2')).toBe(404);
  one.clock.advance(MINUTE_MS);
  expect(await statusOf(other, '198.51.100.1'), 'a minute later').toBe(404);
});

test('a web server whose clock is an hour ahead, or is set back, does not extend the limit', async () => {
  const { db, deps, clock } = one;
  const clockAhead = new TestClock(new Date(clock.now().getTime() + HOUR_MS).toISOString());
  const ahead = await testApp({ clock: clockAhead, deps: { callLimits, db, databaseClock: deps.databaseClock } });
  const network = '198.51.100.4';
  const statuses = [];
  for (const server of [ahead, ahead, one, one, one, ahead]) statuses.push(await statusOf(server, network));
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
  for (const server of [one, ahead]) server.clock.advance(MINUTE_MS);
  expect(await statusOf(one, network), 'a minute later').toBe(404);
  for (let count = 0; count < 4; count += 1) await statusOf(ahead, network);
  expect(await statusOf(ahead, network)).toBe(429);
  clockAhead.advance(-HOUR_MS);
  for (const server of [one, ahead]) server.clock.advance(MINUTE_MS);
  expect(await statusOf(ahead, network), 'set back by an hour').toBe(404);
  await ahead.stop();
});

test('concurrent calls do not exceed the limit', async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(one, '198.51.100.3')));
  expect(statuses.filter((status) => status === 404)).toHaveLength(4);
});

test('a session has its own limit, and other sessions continue', async () => {
  const ada = await newApplicant(one);
  const bo = await newApplicant(one);
  const statuses = [];
  for (let call = 0; call < 4; call += 1) statuses.push((await ada.call(profile)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await bo.call(profile)).status).toBe(200);
  const again = await logIn(one, ada.accountId);
  expect((await again.call(profile)).status, 'another session of the same person').toBe(200);
});

test('error reports are limited for each network, and for all together', async () => {
  const payload = { name: 'TypeError', route: '/about', stack: [] };
  const report = async (server: TestApp, network: string) =>
    (await server.client(network).call(clientError, { payload })).status;
  const first = [];
  for (let count = 0; count < 3; count += 1) first.push(await report(one, '198.51.100.20'));
  expect(first).toEqual([200, 200, 429]);
  expect([await report(other, '198.51.100.21'), await report(one, '198.51.100.22')]).toEqual([200, 429]);
});

test('while the count cannot be shared, each server limits by itself', async () => {
  const statuses = [];
  const away = callLimiter(async () => {
    throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  }, one.clock.now);
  for (let call = 0; call < 5; call += 1) {
    statuses.push(
      await away('somebody', { max: 4, windowMs: MINUTE_MS }).then(
        () => 'passes',
        () => 'refused',
      ),
    );
  }
  expect(statuses).toEqual(['passes', 'passes', 'passes', 'passes', 'refused']);
  const faulty = callLimiter(() => Promise.reject(new Error('a fault')), one.clock.now);
  await expect(faulty('somebody', { max: 4, windowMs: MINUTE_MS })).rejects.toThrow('a fault');
});

test('a server remembers 20,000 callers, and forgets the oldest of more', async () => {
  const limit = callLimiter(async (_subject, calls) => ({ calls, ageMs: 0 }), one.clock.now);
  const call = (subject: string) => limit(subject, { max: 1, windowMs: MINUTE_MS });
  for (let caller = 1; caller <= 20_000; caller += 1) await call(`caller ${caller}`);
  await expect(call('caller 1')).rejects.toMatchObject({ code: 'too_many' });
  await call('one more');
  await call('caller 1');
});

test('few calls are counted in memory only, and each twentieth of the limit is shared', async () => {
  const shared: number[] = [];
  const limit = callLimiter(async (_subject, calls) => {
    shared.push(calls);
    return { calls: shared.reduce((sum, item) => sum + item), ageMs: 0 };
  }, one.clock.now);
  const call = (times: number) =>
    Promise.all(Array.from({ length: times }, () => limit('somebody', { max: 200, windowMs: MINUTE_MS })));
  await call(9);
  expect(shared).toEqual([]);
  await call(20);
  expect(shared).toEqual([10, 10]);
});
