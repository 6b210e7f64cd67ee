import { confirm, forgotPassword, resendConfirm, resetPassword } from '@firstyear/api-contract/identity';
import { ENGLISH } from '@firstyear/words';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase, createPool } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { codeIn, mailsTo, resetIn } from '../../../testing/mail.ts';
import { queueMail } from '../../mail/service.ts';
import { sessionService } from '../session/service.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { mayMail, requesterOf } from './mail-limits.ts';
import { passwordHasher } from './password-hasher.ts';
import { passwordStrength } from './password-strength.ts';
import { confirmed, newAddress, newestCode, OTHER_PASSWORD, signUp } from './person.testing.ts';
import { signUp as signUpDirectly } from './signup.ts';

let t: TestApp;
/** A second web server over the same database, with connections of its own. */
let second: TestApp;
let secondDb: TestApp['db'];
beforeAll(async () => {
  t = await testApp();
  secondDb = createDatabase(createPool(t.database.url, { connections: 5 }));
  second = await testApp({ clock: t.clock, deps: { db: secondDb, jobs: t.jobs, config: t.deps.config } });
});
afterAll(async () => {
  await second.stop();
  await secondDb.destroy();
  await t.stop();
});

const strength = passwordStrength();
afterAll(() => strength.stop());

const identityDeps = (app: TestApp, alarm: (message: string) => void = () => {}): IdentityDependencies => ({
  ...app.deps,
  sessions: sessionService(app.deps),
  passwords: passwordHasher(),
  passwordStrength: strength,
  language: ENGLISH,
  alarm,
});

const forgot = (client: Client, username: string) => client.call(forgotPassword, { payload: { username } });
const resend = (client: Client, username: string) => client.call(resendConfirm, { payload: { username } });
const enter = (client: Client, username: string, code: string) => client.call(confirm, { payload: { username, code } });

/** 25 concurrent calls from 25 browsers and networks, alternating between both servers. */
function burst<R>(call: (client: Client) => Promise<R>): Promise<readonly R[]> {
  const servers = [t, second];
  return Promise.all(Array.from({ length: 25 }, (_, i) => call((servers[i % 2] ?? t).client(`203.0.113.${i + 1}`))));
}

test('25 concurrent reset requests at two servers mail one link, and it works', async () => {
  const { username } = await confirmed(t);
  const responses = await burst((client) => forgot(client, username));
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  const links = (await mailsTo(t.db, username)).filter((mail) => mail.kind === 'reset_link').map(resetIn);
  expect(links).toHaveLength(1);
  expect(await t.db.selectFrom('password_reset').select('id').where('used_at', 'is', null).execute()).toHaveLength(1);
  const [link = { username, id: '' }] = links;
  const response = await t.client().call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } });
  expect(response.status).toBe(200);
});

test('25 concurrent sign-ups at two servers mail one code or one notice, and 25 resends one more', async () => {
  const { username: known } = await confirmed(t);
  t.clock.advance(MINUTE_MS);
  for (const [username, kind] of [
    [newAddress(), 'code'],
    [known, 'known_address'],
  ] as const) {
    const sent = async () => (await mailsTo(t.db, username)).filter((mail) => mail.kind === kind).length;
    const before = await sent();
    await burst((client) => signUp(client, username));
    expect(await sent()).toBe(before + 1);
    t.clock.advance(MINUTE_MS);
    await burst((client) => resend(client, username));
    expect(await sent()).toBe(before + 2);
  }
});

test("a stranger who uses up the limit doesn't prevent mails to callers from another network", async () => {
  const { username: known } = await confirmed(t);
  const fresh = newAddress();
  const stranger = '192.0.2.66';
  for (let round = 0; round < 30; round += 1) {
    t.clock.advance(MINUTE_MS);
    await signUp(t.client(stranger), fresh);
    await forgot(t.client(stranger), known);
  }
  t.clock.advance(MINUTE_MS);
  const owner = t.client('192.0.2.67');
  const before = [(await mailsTo(t.db, fresh)).length, (await mailsTo(t.db, known)).length];
  await signUp(owner, fresh);
  await forgot(owner, known);
  const after = [(await mailsTo(t.db, fresh)).length, (await mailsTo(t.db, known)).length];
  expect(after).toEqual(before.map((count) => count + 1));
  expect((await enter(owner, fresh, await newestCode(t, fresh))).body.message).toContain('You can log in now');
});

test('the browser that signed up gets a new code when others have used up all mails of the address', async () => {
  const username = newAddress();
  const owner = t.client('192.0.2.70');
  await signUp(owner, username);
  for (let round = 0; round < 40; round += 1) {
    t.clock.advance(MINUTE_MS);
    await signUp(t.client(`192.0.2.${80 + (round % 4)}`), username);
  }
  t.clock.advance(MINUTE_MS);
  const before = (await mailsTo(t.db, username)).length;
  await signUp(t.client('192.0.2.80'), username);
  expect(await mailsTo(t.db, username)).toHaveLength(before);
  await resend(owner, username);
  expect(await mailsTo(t.db, username)).toHaveLength(before + 1);
  expect((await enter(owner, username, await newestCode(t, username))).status).toBe(200);
});

test('after 21 requests, one a minute, from two networks, the owner gets each kind of mail within an hour', async () => {
  const { username: known } = await confirmed(t);
  const fresh = newAddress();
  await t.db.deleteFrom('mail_outbox').execute();
  for (let round = 0; round < 21; round += 1) {
    t.clock.advance(MINUTE_MS);
    const stranger = () => t.client(`192.0.2.${96 + (round % 2)}`);
    await forgot(stranger(), known);
    await signUp(stranger(), fresh);
    await resend(stranger(), fresh);
  }
  t.clock.advance(HOUR_MS);
  const owner = t.client('192.0.2.98');
  for (const [username, kind, ask] of [
    [known, 'reset_link', () => forgot(owner, known)],
    [fresh, 'code', () => resend(owner, fresh)],
  ] as const) {
    const sent = async () => (await mailsTo(t.db, username)).filter((mail) => mail.kind === kind).length;
    const before = await sent();
    await ask();
    expect(await sent(), kind).toBe(before + 1);
  }
  t.clock.advance(HOUR_MS);
  const before = (await mailsTo(t.db, fresh)).length;
  await signUp(owner, fresh);
  expect(await mailsTo(t.db, fresh)).toHaveLength(before + 1);
});

test('the browser that signed up gets its code at once, even if its first mail was never sent', async () => {
  const username = newAddress();
  for (let round = 0; round < 60; round += 1) {
    t.clock.advance(MINUTE_MS);
    await signUp(t.client(`198.51.100.${round}`), username);
  }
  const owner = t.client('192.0.2.101');
  const sent = async () => (await mailsTo(t.db, username)).length;
  const before = await sent();
  await signUp(owner, username);
  expect(await sent()).toBe(before);
  await resend(owner, username);
  expect(await sent()).toBe(before + 1);
  expect((await enter(owner, username, await newestCode(t, username))).body.message).toContain('You can log in now');
});

test('during a day of requests every minute from different networks, no gap is longer than an hour and few mails are sent', async () => {
  const username = newAddress();
  const gaps: number[] = [];
  let last = t.clock.now().getTime();
  let count = 0;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    t.clock.advance(MINUTE_MS);
    const isAllowed = await inTransaction(t.db, async (tx) => {
      const requester = requesterOf(t.deps.config.secret, `network ${minute}`);
      const deps = identityDeps(t);
      if (!(await mayMail(tx, deps, { recipient: username, kind: 'code', requester }))) return false;
      const mail = { kind: 'code', recipient: username, subject: '', text: '' } as const;
      await queueMail(tx, t.jobs, { ...mail, requester: requester.hashes }, t.clock.now());
      return true;
    });
    if (!isAllowed) continue;
    const now = t.clock.now().getTime();
    gaps.push(now - last);
    last = now;
    count += 1;
  }
  expect(Math.max(...gaps)).toBe(HOUR_MS);
  expect(gaps.slice(0, 10).map((gap) => gap / MINUTE_MS)).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 4, 8]);
  expect(count).toBeLessThanOrEqual(36);
});

test('repeated sign-ups from new browsers that use up their shares cause only a few more mails', async () => {
  const username = newAddress();
  const browsers: Client[] = [];
  for (let minute = 0; minute < 12 * 60; minute += 10) {
    t.clock.advance(10 * MINUTE_MS);
    const browser = t.client(`198.51.${minute >> 8}.${minute & 255}`);
    browsers.push(browser);
    await signUp(browser, username);
    for (const browser of browsers.slice(-3)) await resend(browser, username);
  }
  const mails = await mailsTo(t.db, username);
  expect(mails.length).toBeLessThanOrEqual(52);
  expect(mails.length).toBeGreaterThan(24);
});

test("a resend from another browser doesn't change the code of the browser that signed up", async () => {
  const username = newAddress();
  const [owner, stranger] = [t.client('192.0.2.90'), t.client('192.0.2.91')];
  await signUp(owner, username);
  const code = await newestCode(t, username);
  t.clock.advance(MINUTE_MS);
  await resend(stranger, username);
  expect(await mailsTo(t.db, username)).toHaveLength(2);
  expect((await enter(owner, username, code)).body.message).toContain('You can log in now');
});

test('a code that another browser requested confirms the address there, and the owner chooses a password', async () => {
  const username = newAddress();
  await signUp(t.client('192.0.2.92'), username);
  t.clock.advance(MINUTE_MS);
  const phone = t.client('192.0.2.93');
  await resend(phone, username);
  const response = await enter(phone, username, await newestCode(t, username));
  expect(response.body.message).toContain('link to choose your password');
});

test('signing up again within a minute keeps the code in the mailbox, with the new password', async () => {
  const username = newAddress();
  const client = t.client('192.0.2.94');
  await signUp(client, username);
  await signUp(client, username, OTHER_PASSWORD);
  const mails = await mailsTo(t.db, username);
  expect(mails).toHaveLength(1);
  expect((await enter(client, username, mails.map(codeIn)[0] ?? '')).status).toBe(200);
});

test('all addresses together get no more mails an hour than the budget, and the operator is notified', async () => {
  const app = await testApp({ config: { mailBudgetPerHour: 3 } });
  onTestFinished(() => app.stop());
  const alarms: string[] = [];
  const deps = identityDeps(app, (message) => alarms.push(message));
  const ask = () =>
    signUpDirectly(deps, {
      username: newAddress(),
      password: OTHER_PASSWORD,
      browserToken: undefined,
      attempt: undefined,
      network: '192.0.2.99',
      deviceMark: undefined,
    });
  const mails = () => app.db.selectFrom('mail_outbox').select('id').execute();
  for (let round = 0; round < 5; round += 1) await ask();
  expect(await mails()).toHaveLength(3);
  expect(alarms).toHaveLength(2);
  expect(alarms[0]).toContain('3 emails were requested within an hour');
  app.clock.advance(HOUR_MS);
  await ask();
  expect(await mails()).toHaveLength(4);
});
