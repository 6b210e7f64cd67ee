import { forgotPassword, resendConfirm, resetPassword, signup } from '@firstyear/api-contract/identity';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { suiteApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { queueMail } from '../../mail/service.ts';
import { mayMail, signupBrowsers } from './mail-limits.ts';
import { confirmed, logInAs, newAddress, OTHER_PASSWORD, PASSWORD, requestReset, signUp } from './person.testing.ts';
import { MIN_RESPONSE_MS } from './routes.ts';

const t = await suiteApp();
const forgot = (client: Client, username: string) => client.call(forgotPassword, { payload: { username } });

/** A server whose pauses the test ends. */
async function pausedApp() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const pause = (ms: number) => new Promise<void>((end) => pauses.push({ ms, end }));
  return { app: await testApp({ deps: { pause } }), pauses };
}

test('sign-up, resend and forgot take the same minimum time for known and unknown addresses', async () => {
  const { app, pauses } = await pausedApp();
  onTestFinished(() => app.stop());
  const username = newAddress();
  const now = app.clock.now();
  await app.db.insertInto('account').values({ email: username, created_at: now, confirmed_at: now }).execute();
  const password = PASSWORD;
  // A server's first sign-up also loads the lists of passwords.
  const first = app.client().call(signup, { payload: { username: newAddress(), password } });
  await eventually(() => expect(pauses).toHaveLength(1));
  pauses.pop()?.end();
  await first;
  for (const address of [username, newAddress()]) {
    const calls = [
      () => app.client().call(signup, { payload: { username: address, password } }),
      () => app.client().call(resendConfirm, { payload: { username: address } }),
      () => app.client().call(forgotPassword, { payload: { username: address } }),
    ];
    for (const call of calls) {
      let isOver = false;
      const response = call().finally(() => {
        isOver = true;
      });
      await eventually(() => expect(pauses).toHaveLength(1));
      // The work is done long before these calls end.
      for (let round = 0; round < 5; round += 1) await app.app.inject('/health');
      if (address === username) await eventually(async () => expect(await mailsTo(app.db, address)).not.toEqual([]));
      expect(isOver).toBe(false);
      expect(pauses[0]?.ms).toBe(MIN_RESPONSE_MS);
      pauses.pop()?.end();
      expect((await response).status).toBe(200);
    }
  }
  expect(MIN_RESPONSE_MS).toBeGreaterThanOrEqual(100);
});

test('after five wrong guesses and a reset, logging in from the same network works at once', async () => {
  const { client, username } = await confirmed(t);
  for (let guess = 0; guess < 5; guess += 1) await logInAs(client, username, 'Wrong-Guess-99');
  expect((await logInAs(client, username)).status).toBe(429);
  t.clock.advance(SECOND_MS);
  const link = await requestReset(t, { client, username });
  expect((await client.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).status).toBe(200);
  expect((await logInAs(client, username, OTHER_PASSWORD)).status).toBe(200);
});

test('guesses at different spellings of one address count together', async () => {
  const { client, username } = await confirmed(t);
  const spellings = [username, username.toUpperCase(), username.replace('b', 'B')];
  for (let guess = 0; guess < 5; guess += 1) {
    const spelling = spellings[guess % spellings.length] ?? username;
    expect((await logInAs(client, spelling, OTHER_PASSWORD)).status).toBe(400);
  }
  for (const spelling of spellings) expect((await logInAs(client, spelling)).status).toBe(429);
});

test("a second code, reset link or account notice isn't sent within 59 seconds, but is at 60", async () => {
  const waiting = newAddress();
  const client = t.client();
  await signUp(client, waiting);
  const { username: known } = await confirmed(t);
  const cases = [
    [waiting, () => client.call(resendConfirm, { payload: { username: waiting } })],
    [known, () => forgot(client, known)],
    [known, () => signUp(t.client(), known)],
  ] as const;
  for (const [address, ask] of cases) {
    const before = (await mailsTo(t.db, address)).length;
    const sent = async () => (await mailsTo(t.db, address)).length - before;
    await ask();
    expect(await sent()).toBe(1);
    t.clock.advance(59 * SECOND_MS);
    await ask();
    expect(await sent(), 'after 59 s').toBe(1);
    t.clock.advance(SECOND_MS);
    await ask();
    expect(await sent(), 'after 60 s').toBe(2);
    t.clock.advance(60 * SECOND_MS);
  }
});

test('the browser that signed up gets three more codes at intervals of a minute, and then waits longer', async () => {
  const [client, username] = [t.client(), newAddress()];
  await signUp(client, username);
  const sent: number[] = [];
  for (let minute = 0; minute < 5; minute += 1) {
    t.clock.advance(MINUTE_MS);
    await client.call(resendConfirm, { payload: { username } });
    sent.push((await mailsTo(t.db, username)).length);
  }
  expect(sent).toEqual([2, 3, 4, 4, 4]);
});

test('a browser has its own share until its address got 24 mails in a day, within the budget of all addresses', async () => {
  const [recipient, requester] = [newAddress(), signupBrowsers(t.deps.config.secret)];
  const alarm = vi.fn();
  const may = (shareUsedAt: Date | null | undefined, mailBudgetPerHour = 1000) =>
    inTransaction(t.db, (tx) => {
      const deps = { ...t.deps, config: { ...t.deps.config, mailBudgetPerHour }, alarm };
      return mayMail(tx, deps, {
        recipient,
        kind: 'code',
        requester,
        ...(shareUsedAt !== undefined && { shareUsedAt }),
      });
    });
  const mailOnce = () =>
    inTransaction(t.db, (tx) =>
      queueMail(
        tx,
        t.jobs,
        { kind: 'code', recipient, subject: '', text: '', requester: requester.hashes },
        t.clock.now(),
      ),
    );
  for (let count = 0; count < 23; count += 1) await mailOnce();
  const ago = (seconds: number) => new Date(t.clock.now().getTime() - seconds * SECOND_MS);
  expect([await may(null), await may(ago(60)), await may(ago(59)), await may(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([await may(null, 23), alarm.mock.calls.length]).toEqual([false, 1]);
  await mailOnce();
  expect(await may(null)).toBe(false);
});

test('a browser that has logged in gets a reset link at once, whatever strangers requested, even if none was sent to it before', async () => {
  const { client, username } = await confirmed(t);
  for (let round = 0; round < 60; round += 1) {
    t.clock.advance(MINUTE_MS);
    await forgot(t.client(`198.51.100.${round}`), username);
  }
  const before = (await mailsTo(t.db, username)).length;
  await forgot(t.client('192.0.2.100'), username);
  expect(await mailsTo(t.db, username), 'a new browser waits').toHaveLength(before);
  const responses = [await forgot(client, username), await forgot(t.client(), newAddress())];
  expect(await mailsTo(t.db, username)).toHaveLength(before + 1);
  expect(responses[0]).toMatchObject({ status: 200, body: responses[1]?.body });
});
