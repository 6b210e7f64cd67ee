import { DEVICE_COOKIE } from '@firstyear/api-contract/cookies';
import { login, logout } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { lastMailTo, mailsTo } from '../../../testing/mail.ts';
import { confirmed, loggedIn, logInAs, newAddress, OTHER_PASSWORD } from '../identity/person.testing.ts';
import { forgetAddress } from './failures.ts';
import { type CountedTry, countLogin } from './logins.ts';

const t = await suiteApp();

const SCHOOL = '127.0.0.1';
let networks = 0;

/** A network without other tries. */
function newNetwork(): string {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 255}`;
}

/** Counts a wrong password without checking one; returns the seconds to wait, 0 if it was counted. */
async function guess(email: string, network = newNetwork(), device?: string): Promise<number> {
  try {
    const attempt = await countLogin(t.db, { door: 'login', email, network, device }, t.clock.now());
    await attempt.fail();
    return 0;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'too_many') return Number(error.headers['retry-after']);
    throw error;
  }
}

async function guessUntilBlocked(guesser: Client, username: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) await logInAs(guesser, username, OTHER_PASSWORD);
  expect((await logInAs(guesser, username, OTHER_PASSWORD)).status).toBe(429);
}

/** A browser at this network with the mark of another one. */
function withMarkOf(owner: Client, network: string): Client {
  const browser = t.client(network);
  browser.cookies.set(DEVICE_COOKIE, owner.cookies.get(DEVICE_COOKIE) ?? '');
  return browser;
}

test("wrong passwords from a school's network don't block a browser there that has logged in before", async () => {
  const { client: owner, username } = await loggedIn(t);
  await owner.call(logout);
  await guessUntilBlocked(t.client(SCHOOL), username);
  expect((await logInAs(owner, username)).status).toBe(200);
  expect((await logInAs(t.client(SCHOOL), username)).status).toBe(429);
});

test('a browser that has logged in before has its own count, and its mark is valid only for its own accounts', async () => {
  const { client: owner, username } = await loggedIn(t);
  const { username: other } = await confirmed(t);
  await guessUntilBlocked(withMarkOf(owner, '192.0.2.110'), username);
  expect((await logInAs(t.client('192.0.2.110'), username)).status).toBe(200);
  await guessUntilBlocked(t.client('192.0.2.111'), other);
  expect((await logInAs(withMarkOf(owner, '192.0.2.111'), other)).status).toBe(429);
  expect((await logInAs(owner, other)).status).toBe(200);
  await guessUntilBlocked(t.client('192.0.2.112'), other);
  expect((await logInAs(withMarkOf(owner, '192.0.2.112'), other)).status, 'two accounts in one browser').toBe(200);
});

test('a guesser at one address waits longer after each wrong password, up to fifteen minutes', async () => {
  const waitsAt = async (attempt: () => Promise<number>) => {
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      waits.push(await attempt());
      t.clock.advance((waits.at(-1) ?? 0) * SECOND_MS);
      expect(await attempt()).toBe(0);
    }
    return waits;
  };
  const doubling = [10, 20, 40, 80, 160, 320, 640, 900, 900];
  for (const device of [undefined, 'a browser that the owner has logged in with']) {
    const [email, network] = [newAddress(), newNetwork()];
    for (let tries = 0; tries < 5; tries += 1) expect(await guess(email, network, device)).toBe(0);
    expect(await waitsAt(() => guess(email, network, device)), device ?? 'a new browser').toEqual(doubling);
  }
});

test("a browser's mark is HttpOnly, bound to the host, without personal data, and survives logging out", async () => {
  const { client, username } = await confirmed(t);
  const response = await logInAs(client, username);
  const cookies = [response.headers['set-cookie']].flat().map(String);
  const mark = cookies.find((cookie) => cookie.startsWith(`${DEVICE_COOKIE}=`)) ?? '';
  expect(DEVICE_COOKIE).toMatch(/^__Host-/);
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', `Max-Age=${(365 * DAY_MS) / SECOND_MS}`]) {
    expect(mark).toContain(part);
  }
  expect(decodeURIComponent(mark).split(';')[0]).toMatch(/=[\w-]{43}\.[\w-]{43}$/);
  await client.call(logout);
  expect(client.cookies.has(DEVICE_COOKIE)).toBe(true);
});

test('a guesser with many networks is slowed by at most a minute, for known and unknown addresses alike', async () => {
  const { client: owner, username } = await loggedIn(t);
  const slowed = async (email: string) => {
    for (let tries = 0; tries < 30; tries += 1) expect(await guess(email)).toBe(0);
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      waits.push(await guess(email));
      t.clock.advance((waits.at(-1) ?? 0) * SECOND_MS);
      expect(await guess(email)).toBe(0);
    }
    const refused = await t
      .client(newNetwork())
      .call(login, { payload: { username: email, password: OTHER_PASSWORD } });
    return { waits, refused: [refused.status, refused.body] };
  };
  const known = await slowed(username);
  expect(known.waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
  expect(known.refused).toEqual([
    429,
    { code: 'too_many', message: 'There were too many attempts. Please wait 60 seconds and try again.' },
  ]);
  expect((await logInAs(owner, username)).status, 'a browser that has logged in before goes on').toBe(200);
  t.clock.advance(MINUTE_MS);
  expect((await logInAs(t.client(newNetwork()), username)).status, 'a new browser waits a minute at most').toBe(200);
  expect(await slowed(newAddress())).toEqual(known);
});

test("a guesser who continues from a few networks doesn't throttle a new browser of the owner elsewhere", async () => {
  const { username } = await confirmed(t);
  const few = Array.from({ length: 12 }, newNetwork);
  for (const network of few) for (let tries = 0; tries < 4; tries += 1) expect(await guess(username, network)).toBe(0);
  let waits = 0;
  for (const network of few) waits = Math.max(waits, await guess(username, network));
  expect(waits, 'further tries from those networks wait').toBeGreaterThan(0);
  expect((await logInAs(t.client(newNetwork()), username)).status).toBe(200);
});

test('a guesser with many marks of an account from earlier logins is slowed by a minute at most', async () => {
  const email = newAddress();
  for (let tries = 0; tries < 30; tries += 1) expect(await guess(email, SCHOOL, `mark ${tries}`)).toBe(0);
  expect(await guess(email, SCHOOL, 'one more mark')).toBe(2);
  expect(await guess(email), 'others are not slowed by it').toBe(0);
});

/** The beginning of the next window of ten minutes, or hour. */
const nextWindow = (ms: number) => t.clock.advance(ms - (t.clock.now().getTime() % ms));

test("a guesser with many addresses is slowed by seconds, and the network isn't throttled in the next hour", async () => {
  const network = '192.0.2.130';
  nextWindow(HOUR_MS);
  // Few enough in ten minutes, with two tries at each address; see the next test.
  for (let window = 0; window < 5; window += 1) {
    for (let tries = 0; tries < 30; tries += 1) {
      const email = newAddress();
      expect([await guess(email, network), await guess(email, network)]).toEqual([0, 0]);
    }
    if (window < 4) nextWindow(10 * MINUTE_MS);
  }
  expect(await guess(newAddress(), network)).toBe(1);
  expect(await guess(newAddress(), '192.0.2.131')).toBe(0);
  t.clock.advance(5 * SECOND_MS);
  expect(await guess(newAddress(), network)).toBe(0);
  t.clock.advance(HOUR_MS);
  expect([await guess(newAddress(), network), await guess(newAddress(), network)]).toEqual([0, 0]);
});

test("a password tried at sixty addresses within seconds is throttled after forty; known browsers and other passwords aren't", async () => {
  const network = '192.0.2.140';
  const [{ username, client }, { username: other }] = [await loggedIn(t), await confirmed(t)];
  nextWindow(10 * MINUTE_MS);
  const waits: number[] = [];
  for (let tries = 0; tries < 60; tries += 1) waits.push(await guess(newAddress(), network));
  expect(waits).toEqual([...Array.from({ length: 40 }, () => 0), ...Array.from({ length: 20 }, () => 1)]);
  const slowed = await logInAs(t.client(network), other);
  expect(slowed).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  expect(slowed.body.message).toContain('Please wait 1 second and');
  expect((await logInAs(withMarkOf(client, network), username)).status, 'a known browser').toBe(200);
  expect((await logInAs(t.client('192.0.2.141'), other)).status, 'another network').toBe(200);
  const growing: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    growing.push(await guess(newAddress(), network));
    t.clock.advance((growing.at(-1) ?? 0) * SECOND_MS);
    expect(await guess(newAddress(), network)).toBe(0);
  }
  expect(growing).toEqual([1, 2, 4, 8, 15, 15]);
  nextWindow(10 * MINUTE_MS);
  expect(await guess(newAddress(), network), 'ten minutes later').toBe(0);
});

test("a class that logs in within minutes isn't throttled, even if every third student mistypes", async () => {
  const network = '192.0.2.142';
  nextWindow(10 * MINUTE_MS);
  for (let student = 0; student < 60; student += 1) {
    const attempt = { door: 'login', email: newAddress(), network, device: undefined } as const;
    if (student % 3 === 0) expect(await guess(attempt.email, network)).toBe(0);
    const right = await countLogin(t.db, attempt, t.clock.now());
    await inTransaction(t.db, (tx) => right.forget(tx));
  }
  expect(await guess(newAddress(), network)).toBe(0);
});

test("a hundred students logging in at once aren't throttled, but a hundred concurrent wrong passwords are", async () => {
  nextWindow(HOUR_MS);
  const now = t.clock.now();
  /** Counted one after the other, since a busy machine gives a hundred no connection in time, and all before one has ended. */
  const together = async (network: string) => {
    const tries: CountedTry[] = [];
    for (let count = 0; count < 100; count += 1) {
      tries.push(await countLogin(t.db, { door: 'login', email: newAddress(), network, device: undefined }, now));
    }
    return tries;
  };
  const lab = await together('192.0.2.143');
  for (const right of lab) await inTransaction(t.db, (tx) => right.forget(tx));
  expect(await guess(newAddress(), '192.0.2.143')).toBe(0);
  const guesser = await together('192.0.2.144');
  for (const wrong of guesser) await wrong.fail();
  expect(await guess(newAddress(), '192.0.2.144')).toBe(1);
});

test("a successful login doesn't count against the network or the address", async () => {
  const { username } = await confirmed(t);
  const network = newNetwork();
  expect((await logInAs(t.client(network), username)).status).toBe(200);
  const counts = await t.db
    .selectFrom('throttle')
    .select('failures')
    .where('subject', 'like', `%${network}%`)
    .execute();
  expect(counts.map((count) => count.failures)).toEqual([0]);
});

test('after twenty wrong passwords in an hour the owner gets a mail, once a day, and unknown addresses get none', async () => {
  const { username } = await confirmed(t);
  const stranger = newAddress();
  const notices = async () => (await mailsTo(t.db, username)).filter((mail) => mail.kind === 'failed_logins').length;
  const attack = async (email: string) => {
    for (let tries = 0; tries < 18; tries += 1) await guess(email);
    const seen: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      await logInAs(t.client(newNetwork()), email, OTHER_PASSWORD);
      seen.push(await notices());
    }
    return seen;
  };
  t.clock.advance(HOUR_MS);
  expect(await attack(username), 'the twentieth one').toEqual([0, 1, 1]);
  expect((await lastMailTo(t.db, username)).text).toContain('/forgot');
  expect(await attack(stranger)).toEqual([1, 1, 1]);
  t.clock.advance(HOUR_MS);
  expect(await attack(username), 'an hour later').toEqual([1, 1, 1]);
  t.clock.advance(DAY_MS);
  expect(await attack(username), 'a day later').toEqual([1, 2, 2]);
  expect(await mailsTo(t.db, stranger)).toEqual([]);
});

/** The counts of subjects that contain a text, by subject. */
async function countsWith(text: string): Promise<Readonly<Record<string, number>>> {
  const rows = await t.db
    .selectFrom('throttle')
    .select(['subject', 'failures'])
    .where('subject', 'like', `%${text}%`)
    .execute();
  return Object.fromEntries(rows.map(({ subject, failures }) => [subject, failures]));
}

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

test('thirty of forty concurrent guesses from different networks are counted, and the others are undone in every count', async () => {
  const email = newAddress();
  const from = Array.from({ length: 40 }, newNetwork);
  const waits = await Promise.all(from.map((network) => guess(email, network)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
  expect(new Set(waits)).toEqual(new Set([0, 2]));
  for (const cap of ['first', 'all']) expect(sumOf(await countsWith(`login-address:${email}:${cap}`))).toBe(30);
  expect(sumOf(await countsWith(`login:${email}`))).toBe(30);
  let networksCounted = 0;
  for (const network of from) networksCounted += sumOf(await countsWith(`login-network:${network}:`));
  expect(networksCounted).toBe(30);
});

test("a try that isn't a guess is undone in all of its counts, and in no others", async () => {
  const email = newAddress();
  const network = newNetwork();
  await guess(email, network);
  const before = await countsWith(email);
  const attempt = await countLogin(t.db, { door: 'login', email, network, device: undefined }, t.clock.now());
  expect(sumOf(await countsWith(email))).toBe(sumOf(before) + 3);
  await attempt.undo();
  expect(await countsWith(email)).toEqual(before);
  expect(sumOf(await countsWith(`login-network:${network}:`))).toBe(1);
});

/** The counts among these that are locked now. */
async function heldOf(subjects: readonly string[]): Promise<readonly string[]> {
  const free = await t.db
    .selectFrom('throttle')
    .select('subject')
    .where('subject', 'in', subjects)
    .forUpdate()
    .skipLocked()
    .execute();
  return subjects.filter((subject) => !free.some((row) => row.subject === subject));
}

test('counting, undoing and forgetting a try lock the counts in the same order, so that there is no deadlock', async () => {
  const email = newAddress();
  const network = newNetwork();
  const count = () => countLogin(t.db, { door: 'login', email, network, device: undefined }, t.clock.now());
  const attempt = await count();
  const hour = Math.floor(t.clock.now().getTime() / HOUR_MS);
  const ofAddress = [
    `login:${email}:${network}`,
    ...['first', 'all'].map((who) => `login-address:${email}:${who}:${hour}`),
  ];
  const ofTry = ofAddress.toSpliced(2, 0, `login-network:${network}:${hour}`);
  const works: readonly (readonly [subjects: readonly string[], work: () => Promise<unknown>])[] = [
    [ofTry, count],
    [ofTry, () => attempt.undo()],
    [ofTry, () => inTransaction(t.db, (tx) => attempt.forget(tx))],
    [ofAddress, () => inTransaction(t.db, (tx) => forgetAddress(tx, email))],
  ];
  for (const [subjects, work] of works) {
    for (const [place, held] of subjects.entries()) {
      await count();
      let working: Promise<unknown> | undefined;
      await inTransaction(t.db, async (tx) => {
        await tx.selectFrom('throttle').select('subject').where('subject', '=', held).forUpdate().execute();
        working = work();
        await eventually(async () => expect(await heldOf(subjects)).toEqual(subjects.slice(0, place + 1)));
      });
      await working;
      await inTransaction(t.db, (tx) => forgetAddress(tx, email));
    }
  }
});
