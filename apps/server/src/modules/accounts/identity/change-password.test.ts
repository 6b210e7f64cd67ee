import { profile } from '@firstyear/api-contract/application';
import { MARKER_COOKIE, SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { changePassword, logoutEverywhere, resetPassword } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { lastMailTo, mailsTo } from '../../../testing/mail.ts';
import { confirmed, loggedIn, logInAs, OTHER_PASSWORD, PASSWORD, requestReset } from './person.testing.ts';

const t = await suiteApp();

const RESET_PASSWORD = 'Marble-Anchor-58';
const change = (client: Client, current_password: string, password: string) =>
  client.call(changePassword, { payload: { current_password, password } });
const statusOf = async (client: Client) => (await client.call(profile)).status;
const lastEvent = async () =>
  t.db.selectFrom('audit_event').select(['kind', 'actor', 'network']).orderBy('id', 'desc').executeTakeFirst();

test('a new password needs the current one, ends every other session and reset link, and the owner gets a mail', async () => {
  const { client, username } = await loggedIn(t);
  const elsewhere = t.client();
  await logInAs(elsewhere, username);
  const link = await requestReset(t, { client: elsewhere, username });
  t.clock.advance(MINUTE_MS);
  expect((await change(client, OTHER_PASSWORD, OTHER_PASSWORD)).body.code).toBe('wrong_current_password');
  expect([await statusOf(client), await statusOf(elsewhere)]).toEqual([200, 200]);
  const before = client.cookies.get(SESSION_COOKIE);
  expect((await change(client, PASSWORD, OTHER_PASSWORD)).status).toBe(200);
  expect(client.cookies.get(SESSION_COOKIE)).not.toBe(before);
  expect([await statusOf(client), await statusOf(elsewhere)]).toEqual([200, 401]);
  expect((await lastMailTo(t.db, username)).kind).toBe('password_changed');
  expect(await lastEvent()).toEqual({ kind: 'password_changed', actor: 'applicant', network: '127.0.0.1' });
  const used = await elsewhere.call(resetPassword, { payload: { ...link, password: PASSWORD } });
  expect(used.body.code).toBe('wrong_reset_link');
  expect((await logInAs(elsewhere, username)).body.code).toBe('wrong_credentials');
  expect((await logInAs(elsewhere, username, OTHER_PASSWORD)).status).toBe(200);
});

const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const areWaiting = (count: number) =>
  eventually(async () => expect((await t.database.pool.query(waits)).rowCount).toBe(count));

/** Keeps changes of an account waiting; returns a function that lets them go on. */
async function holdAccount(username: string) {
  const holder = await t.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from account where email = $1 for no key update', [username]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

test('a password change that began before a reset sets no password after it and begins no session', async () => {
  const { client, username } = await loggedIn(t);
  const owner = t.client('192.0.2.63');
  const link = await requestReset(t, { client: owner, username });
  const letGo = await holdAccount(username);
  const reset = owner.call(resetPassword, { payload: { ...link, password: RESET_PASSWORD } });
  await areWaiting(1);
  const late = change(client, PASSWORD, OTHER_PASSWORD);
  await areWaiting(2);
  await letGo();
  expect((await reset).status).toBe(200);
  expect((await late).body.code).toBe('wrong_current_password');
  expect(await statusOf(client)).toBe(401);
  expect((await logInAs(owner, username, RESET_PASSWORD)).status).toBe(200);
});

test('a reset that waits for a password change finds that its link is gone', async () => {
  const { client, username } = await loggedIn(t);
  const link = await requestReset(t, { client: t.client('192.0.2.65'), username });
  const letGo = await holdAccount(username);
  const changing = change(client, PASSWORD, OTHER_PASSWORD);
  await areWaiting(1);
  const reset = t.client().call(resetPassword, { payload: { ...link, password: RESET_PASSWORD } });
  await areWaiting(2);
  await letGo();
  expect((await changing).status).toBe(200);
  expect((await reset).body.code).toBe('wrong_reset_link');
});

test('a new password set by the owner must meet the same rules, and is refused without a session', async () => {
  const { client } = await loggedIn(t);
  expect((await change(client, PASSWORD, 'short')).body.code).toBe('invalid_password');
  expect((await change(client, PASSWORD, 'Aa123456789!')).body.code).toBe('weak_password');
  expect((await change(t.client(), PASSWORD, OTHER_PASSWORD)).status).toBe(401);
});

test('guessing the current password in a logged-in browser is throttled', async () => {
  const { client, username } = await loggedIn(t);
  for (let guess = 0; guess < 5; guess += 1) {
    expect((await change(client, `Wrong-Guess-9${guess}`, OTHER_PASSWORD)).body.code).toBe('wrong_current_password');
  }
  const blocked = await change(client, PASSWORD, OTHER_PASSWORD);
  expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '10']);
  expect((await logInAs(t.client('192.0.2.60'), username)).status, 'logging in goes on').toBe(200);
});

test('logging out everywhere ends all sessions of the account and no others, and clears this browser', async () => {
  const { client, username } = await loggedIn(t);
  const { client: other } = await loggedIn(t);
  const elsewhere = t.client();
  await logInAs(elsewhere, username);
  const session = client.cookies.get(SESSION_COOKIE) ?? '';
  const response = await client.call(logoutEverywhere);
  expect([response.status, response.headers['clear-site-data']]).toEqual([200, '"cache", "storage"']);
  expect([client.cookies.has(SESSION_COOKIE), client.cookies.has(MARKER_COOKIE)]).toEqual([false, false]);
  client.cookies.set(SESSION_COOKIE, session);
  expect([await statusOf(client), await statusOf(elsewhere), await statusOf(other)]).toEqual([401, 401, 200]);
  expect(await lastEvent()).toEqual({ kind: 'logout_everywhere', actor: 'applicant', network: '127.0.0.1' });
});

test('the owner gets a mail about a login in a new browser, but not about the first one or known browsers', async () => {
  const { client, username } = await confirmed(t);
  const notices = async () => (await mailsTo(t.db, username)).filter((mail) => mail.kind === 'new_device').length;
  const unmarked = t.client('192.0.2.61');
  expect((await logInAs(unmarked, username)).status, 'the first login of all').toBe(200);
  expect(await notices()).toBe(0);
  await logInAs(client, username);
  await logInAs(unmarked, username);
  expect(await notices()).toBe(0);
  await logInAs(t.client('192.0.2.62'), username, OTHER_PASSWORD);
  expect(await notices(), 'a wrong password is no login').toBe(0);
  await logInAs(t.client('192.0.2.62'), username);
  expect(await notices()).toBe(1);
  expect((await lastMailTo(t.db, username)).text).toContain('/forgot');
});
