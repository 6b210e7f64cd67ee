import {
  activity,
  confirm,
  forgotPassword,
  login,
  logout,
  MARKER_COOKIE,
  profile,
  resendConfirm,
  resetPassword,
  SESSION_COOKIE,
  SIGNUP_COOKIE,
  signup,
} from '@firstyear/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { codeIn, lastMailTo, mailsTo, resetIn } from '../../testing/mail.ts';

const PASSWORD = 'Violet-Lantern-42';
const OTHER_PASSWORD = 'Copper-Kettle-77';
const MINUTE = 60_000;

let t: TestApp;
let people = 0;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

const newAddress = () => {
  people += 1;
  return `bea.testperson.${people}@mail.example`;
};
const signUp = (client: Client, username: string, password = PASSWORD) =>
  client.call(signup, { payload: { username, password } });
const newestCode = async (username: string) => codeIn(await lastMailTo(t.db, username));
const wrongCodeFor = (code: string) => (code === '000000' ? '111111' : '000000');

async function confirmed(client: Client = t.client()): Promise<{ client: Client; username: string }> {
  const username = newAddress();
  await signUp(client, username);
  const reply = await client.call(confirm, { payload: { username, code: await newestCode(username) } });
  expect(reply.status).toBe(200);
  return { client, username };
}
async function loggedIn(): Promise<{ client: Client; username: string }> {
  const person = await confirmed();
  expect((await logInAs(person.client, person.username)).status).toBe(200);
  return person;
}
const logInAs = (client: Client, username: string, password = PASSWORD) =>
  client.call(login, { payload: { username, password } });

describe('signing up and confirming', () => {
  test('[API-08] signing up answers a message and sends a code, which is nowhere in the answer', async () => {
    const client = t.client();
    const username = newAddress();
    const reply = await signUp(client, username);
    const code = await newestCode(username);
    expect([reply.status, reply.body.message]).toEqual([200, 'We have sent a 6-digit code to your email address.']);
    expect(JSON.stringify([reply.body, reply.headers])).not.toContain(code);
  });

  test('[API-09] the right code in the same browser makes an account that can log in; a wrong one does not', async () => {
    const client = t.client();
    const username = newAddress();
    await signUp(client, username);
    const code = await newestCode(username);
    const wrong = await client.call(confirm, { payload: { username, code: wrongCodeFor(code) } });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_code']);
    const right = await client.call(confirm, { payload: { username, code } });
    expect([right.status, typeof right.body.message]).toEqual([200, 'string']);
    expect((await logInAs(client, username)).status).toBe(200);
  });

  test('[API-10] a new code comes on request, and the old one is over', async () => {
    const client = t.client();
    const username = newAddress();
    await signUp(client, username);
    const first = await newestCode(username);
    t.clock.advance(1_000);
    const reply = await client.call(resendConfirm, { payload: { username } });
    expect(reply.status).toBe(200);
    const second = await newestCode(username);
    if (first !== second) {
      expect((await client.call(confirm, { payload: { username, code: first } })).body.code).toBe('wrong_code');
    }
    expect((await client.call(confirm, { payload: { username, code: second } })).status).toBe(200);
  });

  test('a code lasts ten minutes and works once', async () => {
    const client = t.client();
    const username = newAddress();
    await signUp(client, username);
    const code = await newestCode(username);
    t.clock.advance(10 * MINUTE);
    expect((await client.call(confirm, { payload: { username, code } })).body.code).toBe('wrong_code');
    await client.call(resendConfirm, { payload: { username } });
    const fresh = await newestCode(username);
    t.clock.advance(10 * MINUTE - 1);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => client.call(confirm, { payload: { username, code: fresh } })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });

  test('twenty resends, one after the other or at once, send one mail', async () => {
    const client = t.client();
    const username = newAddress();
    await signUp(client, username);
    t.clock.advance(5_000);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.call(resendConfirm, { payload: { username } })),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(await mailsTo(t.db, username)).toHaveLength(2);
    t.clock.advance(MINUTE);
    await client.call(resendConfirm, { payload: { username } });
    expect(await mailsTo(t.db, username)).toHaveLength(3);
  });

  test('of forty guesses at the same time at most five are looked at, in the same browser and in others', async () => {
    const username = newAddress();
    const client = t.client();
    await signUp(client, username);
    const code = await newestCode(username);
    const guess = (by: Client) => by.call(confirm, { payload: { username, code: wrongCodeFor(code) } });
    await Promise.all(Array.from({ length: 40 }, () => guess(client)));
    await Promise.all(Array.from({ length: 40 }, () => guess(t.client())));
    const row = await t.db
      .selectFrom('pending_signup')
      .selectAll()
      .where('email', '=', username)
      .executeTakeFirstOrThrow();
    expect([row.tries, row.foreign_tries]).toEqual([5, 5]);
    expect((await client.call(confirm, { payload: { username, code } })).body.code).toBe('wrong_code');
    expect((await t.client().call(confirm, { payload: { username, code } })).body.code).toBe('wrong_code');
  });

  test('guesses from other browsers cannot use up the tries of the browser that signed up', async () => {
    const username = newAddress();
    const client = t.client();
    await signUp(client, username);
    const code = await newestCode(username);
    const stranger = t.client();
    for (let guess = 0; guess < 8; guess += 1) {
      await stranger.call(confirm, { payload: { username, code: wrongCodeFor(code) } });
    }
    expect((await client.call(confirm, { payload: { username, code } })).status).toBe(200);
  });

  test('whoever signs up with the address of somebody else gains nothing: the owner chooses the password', async () => {
    const username = newAddress();
    const stranger = t.client();
    const owner = t.client();
    await signUp(stranger, username, OTHER_PASSWORD);
    t.clock.advance(1_000);
    const reply = await owner.call(confirm, { payload: { username, code: await newestCode(username) } });
    expect(reply.status).toBe(200);
    expect(reply.body.message).toContain('link to choose your password');
    expect((await logInAs(stranger, username, OTHER_PASSWORD)).body.code).toBe('wrong_credentials');
    const link = resetIn(await lastMailTo(t.db, username));
    expect((await owner.call(resetPassword, { payload: { ...link, password: PASSWORD } })).status).toBe(200);
    expect((await logInAs(stranger, username, OTHER_PASSWORD)).body.code).toBe('wrong_credentials');
    expect((await logInAs(owner, username)).status).toBe(200);
  });

  test('a stranger who signs up with the same address later does not spoil the sign-up of its owner', async () => {
    const username = newAddress();
    const owner = t.client();
    await signUp(owner, username);
    const code = await newestCode(username);
    t.clock.advance(1_000);
    await signUp(t.client(), username, OTHER_PASSWORD);
    expect((await owner.call(confirm, { payload: { username, code } })).status).toBe(200);
    expect((await logInAs(owner, username)).status).toBe(200);
    expect(await t.db.selectFrom('pending_signup').select('id').where('email', '=', username).execute()).toEqual([]);
  });

  test('signing up again in the same browser replaces the first try', async () => {
    const username = newAddress();
    const client = t.client();
    await signUp(client, username, OTHER_PASSWORD);
    t.clock.advance(1_000);
    await signUp(client, username, PASSWORD);
    await client.call(confirm, { payload: { username, code: await newestCode(username) } });
    expect((await logInAs(client, username, OTHER_PASSWORD)).status).toBe(400);
    expect((await logInAs(client, username)).status).toBe(200);
  });

  test('a known address gets the same answer, and a mail with links to log in and to reset', async () => {
    const { username } = await confirmed();
    t.clock.advance(1_000);
    const known = await signUp(t.client(), username);
    const unknown = await signUp(t.client(), newAddress());
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
    const mail = await lastMailTo(t.db, username);
    expect(mail.text).toContain('http://localhost:3000/login');
    expect(mail.text).toContain('http://localhost:3000/forgot');
  });

  test('an address gets at most ten codes a day', async () => {
    const username = newAddress();
    for (let round = 0; round < 12; round += 1) {
      expect((await signUp(t.client(), username)).status).toBe(200);
      t.clock.advance(MINUTE);
    }
    expect(await mailsTo(t.db, username)).toHaveLength(10);
  });

  test('the same address in capitals is the same account', async () => {
    const { username } = await confirmed();
    expect((await logInAs(t.client(), username.toUpperCase())).status).toBe(200);
  });

  test('[VAL-04] an address of the wrong form is refused by the server too', async () => {
    for (const username of ['a b@ex.org', 'a@ex', 'a!@ex.org', '@ex.org']) {
      expect((await signUp(t.client(), username)).body.code).toBe('invalid_username');
    }
    expect((await signUp(t.client(), 'a.b+c_d-1@ex.org')).status).toBe(200);
  });

  test('[VAL-07..VAL-12, CONST-03] a password that breaks a rule is refused by the server, which names the rule', async () => {
    const cases = {
      'Abcdefgh1!x': 'At least 12 characters',
      'lilac-river-31': 'One uppercase letter',
      'LILAC-RIVER-31': 'One lowercase letter',
      'Lilac-River-up': 'One number',
      Lilac3River1up: 'One special character',
      ' Lilac-River-31': 'No space at the beginning or the end',
      'Lilac-River-31 ': 'No space at the beginning or the end',
    };
    for (const [password, words] of Object.entries(cases)) {
      const reply = await signUp(t.client(), newAddress(), password);
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_password']);
      expect(reply.body.message).toContain(words);
    }
  });

  test('a password that everybody uses is refused', async () => {
    for (const password of ['Password123!', 'P@ssw0rd2026!', 'Qwertyuiop1!', 'Welcome-2026!!', 'Aaaaaaaaaa1!']) {
      expect((await signUp(t.client(), newAddress(), password)).body.code).toBe('weak_password');
    }
  });

  test('a password in any script, 128 characters long, is kept as it is', async () => {
    const username = newAddress();
    const client = t.client();
    const password = `Ünïcødé-密碼-🦉1 ${'x'.repeat(128 - 14)}`;
    expect([...password]).toHaveLength(128);
    await signUp(client, username, password);
    await client.call(confirm, { payload: { username, code: await newestCode(username) } });
    expect((await logInAs(client, username, password)).status).toBe(200);
    expect((await logInAs(client, username, password.normalize('NFD'))).status).toBe(400);
  });
});

describe('logging in and out', () => {
  test('[API-11] logging in answers a message and sets the session; a wrong password sets no cookie', async () => {
    const { client, username } = await confirmed();
    const wrong = await logInAs(client, username, OTHER_PASSWORD);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_credentials']);
    expect([client.cookies.has(SESSION_COOKIE), wrong.headers['set-cookie']]).toEqual([false, undefined]);
    const right = await logInAs(client, username);
    expect([right.status, typeof right.body.message]).toEqual([200, 'string']);
    expect(client.cookies.has(SESSION_COOKIE)).toBe(true);
    expect((await client.call(profile)).body.successful_login).toHaveLength(1);
  });

  test('[SESSION-02] the session cookie is HttpOnly, the marker is readable; both are bound to the host', async () => {
    const { client, username } = await confirmed();
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

  test('the marker cookie alone gets 401', async () => {
    const client = t.client();
    client.cookies.set(MARKER_COOKIE, '1');
    const reply = await client.call(profile);
    expect([reply.status, reply.body.code]).toEqual([401, 'no_session']);
  });

  test('every login gets a new token, the old one of that browser ends, and the database keeps only hashes', async () => {
    const { client, username } = await loggedIn();
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
    const { client } = await loggedIn();
    t.clock.advance(15 * MINUTE - 1);
    expect((await client.call(activity)).status).toBe(200);
    t.clock.advance(15 * MINUTE - 1);
    expect((await client.call(activity)).status).toBe(200);
    t.clock.advance(15 * MINUTE);
    expect((await client.call(activity)).status).toBe(401);
    t.clock.advance(-15 * MINUTE);
    expect((await client.call(activity)).status).toBe(401);
  });

  test('a session ends after 12 hours however busy it is', async () => {
    const { client } = await loggedIn();
    for (let passed = 0; passed < 12 * 60 - 10; passed += 10) {
      t.clock.advance(10 * MINUTE);
      expect((await client.call(activity)).status).toBe(200);
    }
    t.clock.advance(10 * MINUTE);
    expect((await client.call(activity)).status).toBe(401);
  });

  test('[API-14] logging out ends the session on the server, expires the cookies and clears the browser', async () => {
    const { client } = await loggedIn();
    const token = client.cookies.get(SESSION_COOKIE) ?? '';
    const reply = await client.call(logout);
    expect([reply.status, reply.body]).toEqual([200, {}]);
    expect(reply.headers['clear-site-data']).toContain('"storage"');
    expect([client.cookies.has(SESSION_COOKIE), client.cookies.has(MARKER_COOKIE)]).toEqual([false, false]);
    client.cookies.set(SESSION_COOKIE, token);
    expect((await client.call(profile)).status).toBe(401);
    expect((await client.call(logout)).status).toBe(200);
  });

  test('another site can neither log an applicant out nor write', async () => {
    const { client } = await loggedIn();
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await client.call(logout, { headers: foreign })).body.code).toBe('cross_site');
    expect((await client.call(activity, { headers: foreign })).body.code).toBe('cross_site');
    expect((await client.call(activity)).status).toBe(200);
  });

  test('"not confirmed" is said after the right password of a sign-up, never before', async () => {
    const client = t.client();
    const username = newAddress();
    await signUp(client, username);
    expect((await logInAs(client, username, OTHER_PASSWORD)).body.code).toBe('wrong_credentials');
    expect((await logInAs(client, username)).body.code).toBe('not_confirmed');
    expect((await logInAs(t.client(), newAddress())).body.code).toBe('wrong_credentials');
  });

  test('guessing a password has to wait longer and longer, also forty at once, and never locks the owner out', async () => {
    const { username } = await confirmed();
    const guesser = t.client('198.51.100.7');
    const replies = await Promise.all(Array.from({ length: 40 }, () => logInAs(guesser, username, OTHER_PASSWORD)));
    expect(replies.filter((reply) => reply.body.code === 'wrong_credentials')).toHaveLength(5);
    const blocked = replies.find((reply) => reply.status === 429);
    expect(Number(blocked?.headers['retry-after'])).toBe(10);
    expect((await logInAs(guesser, username)).status).toBe(429);
    t.clock.advance(10_000);
    expect((await logInAs(guesser, username, OTHER_PASSWORD)).status).toBe(400);
    expect(Number((await logInAs(guesser, username)).headers['retry-after'])).toBe(20);
    expect((await logInAs(t.client('203.0.113.9'), username)).status).toBe(200);
    t.clock.advance(20_000);
    expect((await logInAs(guesser, username)).status).toBe(200);
  });
});

describe('forgotten passwords', () => {
  test('[API-12] asking for a reset answers a message and mails a link to /reset', async () => {
    const { client, username } = await confirmed();
    t.clock.advance(1_000);
    const reply = await client.call(forgotPassword, { payload: { username } });
    expect([reply.status, typeof reply.body.message]).toEqual([200, 'string']);
    const link = resetIn(await lastMailTo(t.db, username));
    expect(link.username).toBe(username);
    expect(link.id).toMatch(/^[\w-]{43}$/);
  });

  test('[API-13] the link sets a new password once, the old one stops working, every session ends, the owner is told', async () => {
    const { client, username } = await loggedIn();
    t.clock.advance(1_000);
    await client.call(forgotPassword, { payload: { username } });
    const link = resetIn(await lastMailTo(t.db, username));
    const elsewhere = t.client();
    const wrong = await elsewhere.call(resetPassword, {
      payload: { username, id: 'made-up', password: OTHER_PASSWORD },
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_reset_link']);
    t.clock.advance(1_000);
    const payload = { ...link, password: OTHER_PASSWORD };
    const replies = await Promise.all([1, 2, 3].map(() => elsewhere.call(resetPassword, { payload })));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400]);
    expect((await client.call(profile)).status).toBe(401);
    expect((await logInAs(client, username)).body.code).toBe('wrong_credentials');
    expect((await logInAs(client, username, OTHER_PASSWORD)).status).toBe(200);
    expect((await lastMailTo(t.db, username)).kind).toBe('password_changed');
  });

  test('a reset link lasts an hour, only the newest works, and it works for its own address only', async () => {
    const { client, username } = await confirmed();
    const other = await confirmed();
    const ask = async () => {
      t.clock.advance(MINUTE);
      await client.call(forgotPassword, { payload: { username } });
      return resetIn(await lastMailTo(t.db, username));
    };
    const use = async (link: { username: string; id: string }) =>
      (await client.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).body.code;
    const first = await ask();
    const second = await ask();
    expect(await use(first)).toBe('wrong_reset_link');
    expect(await use({ ...second, username: other.username })).toBe('wrong_reset_link');
    t.clock.advance(60 * MINUTE);
    expect(await use(second)).toBe('wrong_reset_link');
    expect(await use(await ask())).toBeUndefined();
  });

  test('a new password by link meets the same rules, and a refused one does not use the link up', async () => {
    const { client, username } = await confirmed();
    t.clock.advance(1_000);
    await client.call(forgotPassword, { payload: { username } });
    const link = resetIn(await lastMailTo(t.db, username));
    const use = (password: string) => client.call(resetPassword, { payload: { ...link, password } });
    expect((await use('short')).body.code).toBe('invalid_password');
    expect((await use('Password123!')).body.code).toBe('weak_password');
    expect((await use(OTHER_PASSWORD)).status).toBe(200);
  });

  test('forgot and resend answer alike for known and unknown addresses, and mail nobody unknown', async () => {
    const { username } = await confirmed();
    const stranger = newAddress();
    for (const call of [forgotPassword, resendConfirm]) {
      const known = await t.client().call(call, { payload: { username } });
      const unknown = await t.client().call(call, { payload: { username: stranger } });
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    }
    expect(await mailsTo(t.db, stranger)).toEqual([]);
  });
});

test('[ROLE-08] none of the public identity calls needs a login', async () => {
  const username = newAddress();
  const client = t.client();
  const replies = [
    await signUp(client, username),
    await client.call(confirm, { payload: { username, code: '12345' } }),
    await client.call(resendConfirm, { payload: { username } }),
    await logInAs(client, username, OTHER_PASSWORD),
    await client.call(forgotPassword, { payload: { username } }),
    await client.call(resetPassword, { payload: { username, id: 'x', password: PASSWORD } }),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([200, 400, 200, 400, 200, 400]);
});

test('the trail of sign-ins and resets is written, and cannot be changed', async () => {
  const { client, username } = await loggedIn();
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

test('codes, tokens and passwords are kept only as hashes', async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  const code = await newestCode(username);
  const row = await t.db
    .selectFrom('pending_signup')
    .selectAll()
    .where('email', '=', username)
    .executeTakeFirstOrThrow();
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(row.code_hash.toString('latin1')).not.toContain(code);
  expect(row.browser_hash.toString('latin1')).not.toContain(client.cookies.get(SIGNUP_COOKIE));
});
