import { profile } from '@firstyear/api-contract/application';
import { DEVICE_COOKIE } from '@firstyear/api-contract/cookies';
import { forgotPassword, resetPassword } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { lastMailTo, mailsTo, resetIn } from '../../../testing/mail.ts';
import {
  confirmed,
  loggedIn,
  logInAs,
  loseResponse,
  OTHER_PASSWORD,
  PASSWORD,
  requestReset,
} from './person.testing.ts';

const t = await suiteApp();

const eventsOf = (username: string, kind: 'password_reset' | 'login_failed') =>
  t.db
    .selectFrom('audit_event')
    .innerJoin('account', 'account.id', 'audit_event.account_id')
    .select('audit_event.id')
    .where('account.email', '=', username)
    .where('kind', '=', kind)
    .execute();

test('[API-12] requesting a reset returns a message and mails a link to /reset', async () => {
  const { client, username } = await confirmed(t);
  t.clock.advance(1_000);
  const response = await client.call(forgotPassword, { payload: { username } });
  expect([response.status, typeof response.body.message]).toEqual([200, 'string']);
  const link = resetIn(await lastMailTo(t.db, username));
  expect(link.username).toBe(username);
  expect(link.id).toMatch(/^[\w-]{43}$/);
});

test('[API-13] the link sets a new password once, the old one stops working, every session ends, and the owner gets a mail', async () => {
  const { client, username } = await loggedIn(t);
  t.clock.advance(1_000);
  const link = await requestReset(t, { client, username });
  const elsewhere = t.client();
  const wrong = await elsewhere.call(resetPassword, {
    payload: { username, id: 'made-up', password: OTHER_PASSWORD },
  });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_reset_link']);
  t.clock.advance(1_000);
  const payload = { ...link, password: OTHER_PASSWORD };
  expect((await elsewhere.call(resetPassword, { payload })).status).toBe(200);
  const other = await elsewhere.call(resetPassword, { payload: { ...link, password: PASSWORD } });
  expect([other.status, other.body.code]).toEqual([400, 'wrong_reset_link']);
  expect((await client.call(profile)).status).toBe(401);
  expect((await logInAs(client, username)).body.code).toBe('wrong_credentials');
  expect((await logInAs(client, username, OTHER_PASSWORD)).status).toBe(200);
  expect((await lastMailTo(t.db, username)).kind).toBe('password_changed');
});

test('a reset repeated after its response was lost, once or three times concurrently, succeeds and has no second effect', async () => {
  const { client, username } = await loggedIn(t);
  t.clock.advance(1_000);
  const link = await requestReset(t, { client, username });
  const elsewhere = t.client();
  const use = (password = OTHER_PASSWORD) => elsewhere.call(resetPassword, { payload: { ...link, password } });
  const lost = await loseResponse(elsewhere, () => Promise.all([use(), use(), use()]));
  expect(lost.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await logInAs(elsewhere, username, OTHER_PASSWORD)).status).toBe(200);
  const again = await use();
  expect([again.status, again.body.message]).toEqual([
    200,
    'Your password has been changed. You can log in with it now.',
  ]);
  expect(elsewhere.cookies.has(DEVICE_COOKIE)).toBe(true);
  expect((await elsewhere.call(profile)).status, 'the session that began since goes on').toBe(200);
  expect((await mailsTo(t.db, username)).filter(({ kind }) => kind === 'password_changed')).toHaveLength(1);
  expect(await eventsOf(username, 'password_reset')).toHaveLength(1);
});

test("a used link doesn't change a password set since, and expires with a new request or after an hour", async () => {
  const { client, username } = await loggedIn(t);
  t.clock.advance(1_000);
  const link = await requestReset(t, { client, username });
  const use = async () =>
    (await client.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).body.code;
  expect(await use()).toBeUndefined();
  t.clock.advance(MINUTE_MS);
  await client.call(forgotPassword, { payload: { username } });
  expect(await use(), 'a newer link was mailed').toBe('wrong_reset_link');
  const newer = resetIn(await lastMailTo(t.db, username));
  const useNewer = async (password: string) =>
    (await client.call(resetPassword, { payload: { ...newer, password } })).body.code;
  expect(await useNewer(PASSWORD)).toBeUndefined();
  expect(await useNewer(OTHER_PASSWORD)).toBe('wrong_reset_link');
  expect((await logInAs(client, username)).status).toBe(200);
  t.clock.advance(60 * MINUTE_MS);
  expect(await useNewer(PASSWORD)).toBe('wrong_reset_link');
});

test('guessing the password with a used link is no faster than on the Log In card, and leaves the same trace', async () => {
  const { client, username } = await confirmed(t);
  t.clock.advance(1_000);
  const link = await requestReset(t, { client, username });
  await client.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } });
  const finder = t.client('192.0.2.80');
  const guess = (n: number) => finder.call(resetPassword, { payload: { ...link, password: `Wrong-Guess-9${n}` } });
  for (let n = 0; n < 5; n += 1) expect((await guess(n)).body.code).toBe('wrong_reset_link');
  expect((await guess(5)).body.code).toBe('too_many');
  expect((await logInAs(finder, username, OTHER_PASSWORD)).body.code).toBe('too_many');
  expect(await eventsOf(username, 'login_failed')).toHaveLength(5);
});

test('a reset link lasts an hour, only the newest works, and only for its own address', async () => {
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

test("a new password set with a link must meet the same rules, and a refused one doesn't use up the link", async () => {
  const { client, username } = await confirmed(t);
  t.clock.advance(1_000);
  const link = await requestReset(t, { client, username });
  const use = (password: string) => client.call(resetPassword, { payload: { ...link, password } });
  expect((await use('short')).body.code).toBe('invalid_password');
  expect((await use('Password123!')).body.code).toBe('weak_password');
  expect((await use(OTHER_PASSWORD)).status).toBe(200);
});
