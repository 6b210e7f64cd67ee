import { profile } from '@firstyear/api-contract/application';
import { MARKER_COOKIE, SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { activity, logout, resetPassword } from '@firstyear/api-contract/identity';
import { ENGLISH } from '@firstyear/words';
import { expect, test } from 'vitest';
import { selectRows } from '../../../db/listed-tables.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { recordSends } from '../../../testing/record-sends.ts';
import { findAccount } from '../account/service.ts';
import { sessionService } from '../session/service.ts';
import { markDevice } from './devices.ts';
import { logIn } from './login.ts';
import { type PasswordHasher, passwordHasher } from './password-hasher.ts';
import {
  confirmed,
  loggedIn,
  logInAs,
  newAddress,
  OTHER_PASSWORD,
  PASSWORD,
  requestReset,
  signUp,
} from './person.testing.ts';

const t = await suiteApp();

test('[API-11] logging in returns a message and sets the session; a wrong password sets no cookie', async () => {
  const { client, username } = await confirmed(t);
  const wrong = await logInAs(client, username, OTHER_PASSWORD);
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_credentials']);
  expect([client.cookies.has(SESSION_COOKIE), wrong.headers['set-cookie']]).toEqual([false, undefined]);
  const right = await logInAs(client, username);
  expect([right.status, typeof right.body.message]).toEqual([200, 'string']);
  expect(client.cookies.has(SESSION_COOKIE)).toBe(true);
  expect((await client.call(profile)).body.successful_login).toHaveLength(1);
});

test('[SESSION-02] the session cookie is HttpOnly, the marker is readable; both are bound to the host', async () => {
  const { client, username } = await confirmed(t);
  const cookies = [(await logInAs(client, username)).headers['set-cookie']].flat().map(String);
  const session = cookies.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`)) ?? '';
  const marker = cookies.find((cookie) => cookie.startsWith(`${MARKER_COOKIE}=`)) ?? '';
  for (const cookie of [session, marker]) {
    expect(cookie).toContain('Path=/');
    expect(cookie).toContain('Secure');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).not.toContain('Domain');
  }
  expect(session).toContain('HttpOnly');
  expect(marker).not.toContain('HttpOnly');
  expect(session.split(';')[0]).toMatch(/=[\w-]{43}$/);
});

test('the marker cookie without a session gets 401', async () => {
  const client = t.client();
  client.cookies.set(MARKER_COOKIE, '1');
  const response = await client.call(profile);
  expect([response.status, response.body.code]).toEqual([401, 'no_session']);
});

test("every login gets a new token, ends the browser's old session, and the database stores only hashes", async () => {
  const { client, username } = await loggedIn(t);
  const first = client.cookies.get(SESSION_COOKIE) ?? '';
  await logInAs(client, username);
  const second = client.cookies.get(SESSION_COOKIE) ?? '';
  expect(second).not.toBe(first);
  client.cookies.set(SESSION_COOKIE, first);
  expect((await client.call(profile)).status).toBe(401);
  const rows = await t.db.selectFrom('session').select('token_hash').execute();
  expect(rows.some((row) => row.token_hash.toString().includes(second))).toBe(false);
});

test('a session ends after 15 minutes without activity', async () => {
  const { client } = await loggedIn(t);
  t.clock.advance(15 * MINUTE_MS - 1);
  expect((await client.call(activity)).status).toBe(200);
  t.clock.advance(15 * MINUTE_MS - 1);
  expect((await client.call(activity)).status).toBe(200);
  t.clock.advance(15 * MINUTE_MS);
  expect((await client.call(activity)).status).toBe(401);
});

test('a session ends after 12 hours even if it is active', async () => {
  const { client } = await loggedIn(t);
  for (let passed = 0; passed < 12 * 60 - 10; passed += 10) {
    t.clock.advance(10 * MINUTE_MS);
    expect((await client.call(activity)).status).toBe(200);
  }
  t.clock.advance(10 * MINUTE_MS);
  expect((await client.call(activity)).status).toBe(401);
});

test('[API-14] logging out ends the session on the server, expires the cookies and clears the browser', async () => {
  const { client } = await loggedIn(t);
  const token = client.cookies.get(SESSION_COOKIE) ?? '';
  const response = await client.call(logout);
  expect([response.status, response.body]).toEqual([200, {}]);
  expect(response.headers['clear-site-data']).toContain('"storage"');
  expect([client.cookies.has(SESSION_COOKIE), client.cookies.has(MARKER_COOKIE)]).toEqual([false, false]);
  client.cookies.set(SESSION_COOKIE, token);
  expect((await client.call(profile)).status).toBe(401);
  expect((await client.call(logout)).status).toBe(200);
});

test("another site can't log an applicant out or write", async () => {
  const { client } = await loggedIn(t);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await client.call(logout, { headers: foreign })).body.code).toBe('cross_site');
  expect((await client.call(activity, { headers: foreign })).body.code).toBe('cross_site');
  expect((await client.call(activity)).status).toBe(200);
});

test('only the right password of a sign-up gets "not confirmed"', async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  expect((await logInAs(client, username, OTHER_PASSWORD)).body.code).toBe('wrong_credentials');
  expect((await logInAs(client, username)).body.code).toBe('not_confirmed');
  expect((await logInAs(t.client(), newAddress())).body.code).toBe('wrong_credentials');
});

test('guessing a password has to wait longer and longer, even forty at once, and never locks the owner out', async () => {
  const { username } = await confirmed(t);
  const guesser = t.client('198.51.100.7');
  const responses = await Promise.all(Array.from({ length: 40 }, () => logInAs(guesser, username, OTHER_PASSWORD)));
  expect(responses.filter((response) => response.body.code === 'wrong_credentials')).toHaveLength(5);
  const blocked = responses.find((response) => response.status === 429);
  expect(Number(blocked?.headers['retry-after'])).toBe(10);
  expect((await logInAs(guesser, username)).status).toBe(429);
  t.clock.advance(10_000);
  expect((await logInAs(guesser, username, OTHER_PASSWORD)).status).toBe(400);
  expect(Number((await logInAs(guesser, username)).headers['retry-after'])).toBe(20);
  expect((await logInAs(t.client('203.0.113.9'), username)).status).toBe(200);
  t.clock.advance(20_000);
  expect((await logInAs(guesser, username)).status).toBe(200);
});

test("sign-ins and resets are in the audit trail, which can't be changed", async () => {
  const { client, username } = await loggedIn(t);
  await client.call(logout);
  const { id } = await t.db.selectFrom('account').select('id').where('email', '=', username).executeTakeFirstOrThrow();
  const trail = await t.db
    .selectFrom('audit_event')
    .select('kind')
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
  expect(trail.map((event) => event.kind)).toEqual(['account_confirmed', 'login', 'logout']);
  await expect(t.db.deleteFrom('audit_event').execute()).rejects.toThrow('never changed');
});

test('every refused login verifies exactly two passwords, whether there is an account, a sign-up or neither', async () => {
  const real = passwordHasher();
  const seen: (string | null | undefined)[] = [];
  const passwords: PasswordHasher = {
    ...real,
    verify: (stored, password) => {
      seen.push(stored);
      return real.verify(stored, password);
    },
  };
  const { username: known } = await confirmed(t);
  const waiting = newAddress();
  await signUp(t.client(), waiting);
  for (const username of [known, waiting, newAddress()]) {
    const login = logIn(
      { ...t.deps, language: ENGLISH, sessions: sessionService(t.deps), passwords },
      { username, password: OTHER_PASSWORD, network: '192.0.2.9', served: t.deps.forms.first },
    );
    await expect(login).rejects.toMatchObject({ code: 'wrong_credentials' });
  }
  const perLogin = [0, 2, 4].map((first) => seen.slice(first, first + 2).map((stored) => typeof stored));
  expect(perLogin).toEqual([
    ['string', 'undefined'],
    ['undefined', 'string'],
    ['undefined', 'undefined'],
  ]);
  expect(seen).toHaveLength(6);
});

test('a right password is recorded, and its try undone last, since many people share the counts that this locks', async () => {
  const { username } = await confirmed(t);
  const deps = { ...t.deps, language: ENGLISH, sessions: sessionService(t.deps), passwords: passwordHasher() };
  const deviceMark = markDevice(t.deps.config.secret, username, undefined);
  const credentials = { username, password: PASSWORD, network: '192.0.2.10', served: t.deps.forms.first };
  const tokens: string[] = [];
  const changesOf = async (browser: { readonly deviceMark?: string; readonly earlierSession?: string }) => {
    const sends = await recordSends(async () => tokens.push((await logIn(deps, { ...credentials, ...browser })).token));
    return sends.slice(sends.lastIndexOf('start') + 1).join(', ');
  };
  expect(await changesOf({})).toBe('select, insert, insert, insert, delete, update, update, update, commit');
  const [earlierSession = ''] = tokens;
  expect(await changesOf({ deviceMark, earlierSession })).toBe(
    'select, insert, insert, delete, insert, delete, update, update, commit',
  );
});

test('when too many passwords are waiting, a login is refused before any query', async () => {
  const { username } = await confirmed(t);
  const passwords = passwordHasher({ waiting: 0 });
  const hashed = passwords.hash(OTHER_PASSWORD);
  const deps = { ...t.deps, language: ENGLISH, sessions: sessionService(t.deps), passwords };
  const refused = async () => {
    const login = logIn(deps, { username, password: PASSWORD, network: '192.0.2.11', served: t.deps.forms.first });
    await expect(login).rejects.toMatchObject({ code: 'overloaded', headers: { 'retry-after': '2' } });
  };
  expect(await recordSends(refused)).toEqual([]);
  await hashed;
});

test("a try still counts if its password couldn't be checked", async () => {
  const { username } = await confirmed(t);
  const network = '192.0.2.12';
  const passwords: PasswordHasher = { ...passwordHasher(), verify: () => Promise.reject(new Error('ended')) };
  const login = logIn(
    { ...t.deps, language: ENGLISH, sessions: sessionService(t.deps), passwords },
    { username, password: PASSWORD, network, served: t.deps.forms.first },
  );
  await expect(login).rejects.toThrow('ended');
  const rows = await t.db
    .selectFrom('throttle')
    .select('failures')
    .where('subject', 'like', `login%${username}%`)
    .execute();
  expect(rows.map(({ failures }) => failures)).toEqual([1, 1, 1]);
});

test('a login in flight during a reset begins no session with the old password', async () => {
  const { username } = await confirmed(t);
  const compared = Promise.withResolvers<void>();
  const isReset = Promise.withResolvers<void>();
  const hasher = passwordHasher();
  const passwords: PasswordHasher = {
    ...hasher,
    verify: async (stored, password) => {
      const isRight = await hasher.verify(stored, password);
      compared.resolve();
      await isReset.promise;
      return isRight;
    },
  };
  const deps = { ...t.deps, language: ENGLISH, sessions: sessionService(t.deps), passwords };
  const late = logIn(deps, { username, password: PASSWORD, network: '192.0.2.13', served: t.deps.forms.first });
  await compared.promise;
  const owner = t.client('192.0.2.14');
  const link = await requestReset(t, { client: owner, username });
  expect((await owner.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).status).toBe(200);
  isReset.resolve();
  await expect(late).rejects.toMatchObject({ code: 'wrong_credentials' });
  const account = await findAccount(t.db, username);
  expect(await selectRows(t.db, 'session', 'account_id', [account?.id ?? ''])).toEqual([]);
});
