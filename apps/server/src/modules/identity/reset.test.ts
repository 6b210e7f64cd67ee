import { forgotPassword, profile, resendConfirm, resetPassword } from '@firstyear/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { lastMailTo, mailsTo, resetIn } from '../../testing/mail.ts';
import { MINUTE_MS } from '../../time/durations.ts';
import { confirmed, loggedIn, logInAs, newAddress, OTHER_PASSWORD } from './person.testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test('[API-12] asking for a reset answers a message and mails a link to /reset', async () => {
  const { client, username } = await confirmed(t);
  t.clock.advance(1_000);
  const reply = await client.call(forgotPassword, { payload: { username } });
  expect([reply.status, typeof reply.body.message]).toEqual([200, 'string']);
  const link = resetIn(await lastMailTo(t.db, username));
  expect(link.username).toBe(username);
  expect(link.id).toMatch(/^[\w-]{43}$/);
});

test('[API-13] the link sets a new password once, the old one stops working, every session ends, the owner is told', async () => {
  const { client, username } = await loggedIn(t);
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
  const { client, username } = await confirmed(t);
  const other = await confirmed(t);
  const ask = async () => {
    t.clock.advance(MINUTE_MS);
    await client.call(forgotPassword, { payload: { username } });
    return resetIn(await lastMailTo(t.db, username));
  };
  const use = async (link: { username: string; id: string }) =>
    (await client.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).body.code;
  const first = await ask();
  const second = await ask();
  expect(await use(first)).toBe('wrong_reset_link');
  expect(await use({ ...second, username: other.username })).toBe('wrong_reset_link');
  t.clock.advance(60 * MINUTE_MS);
  expect(await use(second)).toBe('wrong_reset_link');
  expect(await use(await ask())).toBeUndefined();
});

test('a new password by link meets the same rules, and a refused one does not use the link up', async () => {
  const { client, username } = await confirmed(t);
  t.clock.advance(1_000);
  await client.call(forgotPassword, { payload: { username } });
  const link = resetIn(await lastMailTo(t.db, username));
  const use = (password: string) => client.call(resetPassword, { payload: { ...link, password } });
  expect((await use('short')).body.code).toBe('invalid_password');
  expect((await use('Password123!')).body.code).toBe('weak_password');
  expect((await use(OTHER_PASSWORD)).status).toBe(200);
});

test('forgot and resend answer alike for known and unknown addresses, and mail nobody unknown', async () => {
  const { username } = await confirmed(t);
  const stranger = newAddress();
  for (const call of [forgotPassword, resendConfirm]) {
    const known = await t.client().call(call, { payload: { username } });
    const unknown = await t.client().call(call, { payload: { username: stranger } });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  }
  expect(await mailsTo(t.db, stranger)).toEqual([]);
});
