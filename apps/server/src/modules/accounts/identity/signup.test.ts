import { randomUUID } from 'node:crypto';
import { SIGNUP_COOKIE } from '@firstyear/api-contract/cookies';
import { confirm, resendConfirm, SIGNUP_ATTEMPT_HEADER, signup } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { lastMailTo, mailsTo } from '../../../testing/mail.ts';
import { argon2id } from './argon2id.ts';
import {
  confirmed,
  logInAs,
  loseResponse,
  newAddress,
  newestCode,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
} from './person.testing.ts';

const t = await suiteApp({ deps: { hashes: argon2id } });

test("[API-08] signing up returns a message and sends a code, which isn't in the response", async () => {
  const client = t.client();
  const username = newAddress();
  const response = await signUp(client, username);
  const code = await newestCode(t, username);
  expect([response.status, response.body.message]).toEqual([200, "We've sent a 6-digit code to your email address."]);
  expect(JSON.stringify([response.body, response.headers])).not.toContain(code);
});

test('[API-10] a new code is sent on request, and the old one stops working', async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  const first = await newestCode(t, username);
  t.clock.advance(1_000);
  const response = await client.call(resendConfirm, { payload: { username } });
  expect(response.status).toBe(200);
  const second = await newestCode(t, username);
  if (first !== second) {
    expect((await client.call(confirm, { payload: { username, code: first } })).body.code).toBe('wrong_code');
  }
  expect((await client.call(confirm, { payload: { username, code: second } })).status).toBe(200);
});

test('twenty resends, in sequence or concurrently, send one mail', async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  t.clock.advance(5_000);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => client.call(resendConfirm, { payload: { username } })),
  );
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  expect(await mailsTo(t.db, username)).toHaveLength(2);
  t.clock.advance(MINUTE_MS);
  await client.call(resendConfirm, { payload: { username } });
  expect(await mailsTo(t.db, username)).toHaveLength(3);
});

test('signing up again in the same browser replaces the first try', async () => {
  const username = newAddress();
  const client = t.client();
  await signUp(client, username, OTHER_PASSWORD);
  t.clock.advance(1_000);
  await signUp(client, username, PASSWORD);
  await client.call(confirm, { payload: { username, code: await newestCode(t, username) } });
  expect((await logInAs(client, username, OTHER_PASSWORD)).status).toBe(400);
  expect((await logInAs(client, username)).status).toBe(200);
});

test('when the card repeats a sign-up whose response was lost, the code in the mailbox confirms it with its password', async () => {
  const username = newAddress();
  const client = t.client();
  const headers = { [SIGNUP_ATTEMPT_HEADER]: randomUUID() };
  const press = () => client.call(signup, { payload: { username, password: PASSWORD }, headers });
  await loseResponse(client, press);
  await loseResponse(client, press);
  expect((await press()).status).toBe(200);
  expect(await mailsTo(t.db, username)).toHaveLength(1);
  const response = await client.call(confirm, { payload: { username, code: await newestCode(t, username) } });
  expect([response.status, response.body.message]).toEqual([200, 'Your account is confirmed. You can log in now.']);
  expect((await logInAs(client, username)).status).toBe(200);
  expect(await t.db.selectFrom('pending_signup').select('id').where('email', '=', username).execute()).toEqual([]);
});

test("the same attempt for another address or on another card is a separate sign-up, and an attempt that isn't a UUID is refused", async () => {
  const username = newAddress();
  const attempt = randomUUID();
  const press = (address: string, header: string, password = PASSWORD) =>
    t.client().call(signup, { payload: { username: address, password }, headers: { [SIGNUP_ATTEMPT_HEADER]: header } });
  await press(username, attempt);
  expect((await press(newAddress(), attempt)).status).toBe(200);
  expect((await press(username, randomUUID(), OTHER_PASSWORD)).status).toBe(200);
  expect(await t.db.selectFrom('pending_signup').select('id').where('email', '=', username).execute()).toHaveLength(2);
  const refused = await press(newAddress(), 'mine');
  expect([refused.status, refused.body.code]).toEqual([400, 'bad_request']);
});

test('a known address gets the same response, and a mail with links to log in and to reset', async () => {
  const { username } = await confirmed(t);
  t.clock.advance(1_000);
  const known = await signUp(t.client(), username);
  const unknown = await signUp(t.client(), newAddress());
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
  const mail = await lastMailTo(t.db, username);
  expect(mail.text).toContain('http://localhost:3000/login');
  expect(mail.text).toContain('http://localhost:3000/forgot');
});

test('an address that signs up every minute gets its codes at growing intervals', async () => {
  const username = newAddress();
  const sentAt: number[] = [];
  for (let minute = 0; minute < 32; minute += 1) {
    expect((await signUp(t.client(), username)).status).toBe(200);
    if ((await mailsTo(t.db, username)).length > sentAt.length) sentAt.push(minute);
    t.clock.advance(MINUTE_MS);
  }
  expect(sentAt).toEqual([0, 1, 3, 7, 15, 31]);
});

test('the same address in capitals is the same account', async () => {
  const { username } = await confirmed(t);
  expect((await logInAs(t.client(), username.toUpperCase())).status).toBe(200);
});

test('[VAL-04] the server also refuses a malformed address', async () => {
  for (const username of ['a b@ex.org', 'a@ex', 'a!@ex.org', '@ex.org']) {
    expect((await signUp(t.client(), username)).body.code).toBe('invalid_username');
  }
  for (const username of ['a.b+c_d-1@ex.org', "o'hara@example.org"])
    expect((await signUp(t.client(), username)).status).toBe(200);
});

test.each([
  ['[VAL-07, CONST-03]', 'Abcdefgh1!x', 'At least 12 characters'],
  ['[VAL-08]', 'lilac-river-31', 'One uppercase letter'],
  ['[VAL-09]', 'LILAC-RIVER-31', 'One lowercase letter'],
  ['[VAL-10]', 'Lilac-River-up', 'One number'],
  ['[VAL-11]', 'Lilac3River1up', 'One special character'],
  ['[VAL-12]', ' Lilac-River-31', 'No spaces at the beginning or end'],
  ['[VAL-12]', 'Lilac-River-31 ', 'No spaces at the beginning or end'],
])('%s the server refuses %j and names the rule: %s', async (_id, password, words) => {
  const response = await signUp(t.client(), newAddress(), password);
  expect([response.status, response.body.code]).toEqual([400, 'invalid_password']);
  expect(response.body.message).toContain(words);
});

test('a very common password is refused', async () => {
  for (const password of ['Password123!', 'P@ssw0rd2026!', 'Qwertyuiop1!', 'Welcome-2026!!', 'Aaaaaaaaaa1!']) {
    expect((await signUp(t.client(), newAddress(), password)).body.code).toBe('weak_password');
  }
});

test('a password of 128 characters in any script is accepted unchanged', async () => {
  const username = newAddress();
  const client = t.client();
  const password = `Ünïcødé-密碼-🦉1 ${'x'.repeat(128 - 14)}`;
  expect([...password]).toHaveLength(128);
  await signUp(client, username, password);
  await client.call(confirm, { payload: { username, code: await newestCode(t, username) } });
  expect((await logInAs(client, username, password)).status).toBe(200);
  expect((await logInAs(client, username, password.normalize('NFD'))).status).toBe(400);
});

test('codes, tokens and passwords are stored only as hashes', async () => {
  const client = t.client();
  const username = newAddress();
  await signUp(client, username);
  const code = await newestCode(t, username);
  const row = await t.db
    .selectFrom('pending_signup')
    .selectAll()
    .where('email', '=', username)
    .executeTakeFirstOrThrow();
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(row.code_hash.toString('latin1')).not.toContain(code);
  expect(row.browser_hash.toString('latin1')).not.toContain(client.cookies.get(SIGNUP_COOKIE));
});
