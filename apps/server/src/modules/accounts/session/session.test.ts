import { profile } from '@firstyear/api-contract/application';
import { MARKER_COOKIE, SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { activity, logout } from '@firstyear/api-contract/identity';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseClock, readDatabaseTime } from '../../../db/database-clock.ts';
import { selectRows } from '../../../db/listed-tables.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';
import { deleteExpired } from '../../operations/retention/service.ts';
import { endAllSessions } from './service.ts';

let moved: TestApp;
let real: TestApp;
beforeAll(async () => {
  [moved, real] = await Promise.all([testApp(), testApp({ deps: { databaseClock } })]);
});
afterAll(() => Promise.all([moved.stop(), real.stop()]));

const statusOf = async (client: Client) => (await client.call(activity)).status;
const sessions = (t: TestApp) => t.db.selectFrom('session').select('id').execute();

test("a web server whose clock jumps forward or back doesn't end or delete sessions", async () => {
  const client = await newApplicant(real);
  for (const jump of [HOUR_MS, 400 * DAY_MS, -800 * DAY_MS]) {
    real.clock.advance(jump);
    const other = await newApplicant(real);
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 200]);
    expect((await client.call(profile)).status).toBe(200);
  }
  await deleteExpired(real.db, await readDatabaseTime(real.db));
  expect(await sessions(real)).toHaveLength(4);
});

test('a database whose clock jumps forward and is corrected has lost no session, even if others logged in meanwhile', async () => {
  const client = await newApplicant(moved);
  moved.clock.advance(HOUR_MS);
  expect(await statusOf(client)).toBe(401);
  await newApplicant(moved);
  await deleteExpired(moved.db, moved.clock.now());
  moved.clock.advance(-HOUR_MS);
  expect(await statusOf(client)).toBe(200);
});

test('a session used while the clock was ahead ends 15 minutes after its next use', async () => {
  const client = await newApplicant(moved);
  moved.clock.advance(10 * MINUTE_MS);
  expect(await statusOf(client)).toBe(200);
  moved.clock.advance(-10 * MINUTE_MS);
  expect(await statusOf(client)).toBe(200);
  moved.clock.advance(15 * MINUTE_MS);
  expect(await statusOf(client)).toBe(401);
});

test('an ended session stays ended at any time of the clock, and sessions of others go on', async () => {
  const [client, other] = [await newApplicant(moved), await newApplicant(moved)];
  const cookies = [...client.cookies];
  await client.call(logout);
  expect(await endAllSessions(moved.db, client.accountId)).toBe(0);
  expect(await statusOf(other)).toBe(200);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  moved.clock.advance(-MINUTE_MS);
  expect(await statusOf(client)).toBe(401);
  moved.clock.advance(MINUTE_MS);
});

test("a logout that fails in the database still clears the browser's session", async () => {
  const client = await newApplicant(moved);
  client.cookies.set(MARKER_COOKIE, '1');
  await sql`alter table session rename to session_away`.execute(moved.db);
  try {
    const response = await client.call(logout);
    expect([response.status, response.headers['clear-site-data']]).toEqual([500, undefined]);
  } finally {
    await sql`alter table session_away rename to session`.execute(moved.db);
  }
  expect([client.cookies.has(SESSION_COOKIE), client.cookies.has(MARKER_COOKIE)]).toEqual([false, false]);
});

test('the last use of a session is written at most every 15 seconds', async () => {
  const [client, unused] = [await newApplicant(moved), await newApplicant(moved)];
  const lastSeen = async ({ accountId } = client) =>
    (await selectRows(moved.db, 'session', 'account_id', [accountId])).map((session) => session.last_seen_at);
  const begun = moved.clock.now();
  moved.clock.advance(15 * SECOND_MS - 1);
  expect(await statusOf(client)).toBe(200);
  expect(await lastSeen()).toEqual([begun]);
  moved.clock.advance(1);
  expect(await statusOf(client)).toBe(200);
  expect(await lastSeen()).toEqual([moved.clock.now()]);
  expect(await lastSeen(unused)).toEqual([begun]);
});
