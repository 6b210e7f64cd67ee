import { confirm, forgotPassword, resendConfirm, resetPassword } from '@firstyear/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, createPool } from '../../db/database.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { codeIn, mailsTo, resetIn } from '../../testing/mail.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/durations.ts';
import { sessionService } from '../session/service.ts';
import type { IdentityDependencies } from './dependencies.ts';
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

const forgot = (client: Client, username: string) => client.call(forgotPassword, { payload: { username } });
const resend = (client: Client, username: string) => client.call(resendConfirm, { payload: { username } });
const enter = (client: Client, username: string, code: string) => client.call(confirm, { payload: { username, code } });

/** The same call 25 times at once, from 25 browsers and networks, at both servers in turn. */
function burst<R>(call: (client: Client) => Promise<R>): Promise<readonly R[]> {
  const servers = [t, second];
  return Promise.all(Array.from({ length: 25 }, (_, i) => call((servers[i % 2] ?? t).client(`203.0.113.${i + 1}`))));
}

test('25 forgotten passwords at once, at two servers, mail one link, and it works', async () => {
  const { username } = await confirmed(t);
  const replies = await burst((client) => forgot(client, username));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  const links = (await mailsTo(t.db, username)).filter((mail) => mail.kind === 'reset_link').map(resetIn);
  expect(links).toHaveLength(1);
  expect(await t.db.selectFrom('password_reset').select('id').where('used_at', 'is', null).execute()).toHaveLength(1);
  const [link = { username, id: '' }] = links;
  const reply = await t.client().call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } });
  expect(reply.status).toBe(200);
});

test('25 sign-ups at once, at two servers, mail one code or one note, and 25 resends one more', async () => {
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

test('a stranger who asks as often as they may leaves mails to whoever comes from another network', async () => {
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
  expect(await mailsTo(t.db, username)).toHaveLength(20);
  await resend(owner, username);
  expect(await mailsTo(t.db, username)).toHaveLength(21);
  expect((await enter(owner, username, await newestCode(t, username))).status).toBe(200);
});

test('a resend from another browser leaves the code of the browser that signed up as it was', async () => {
  const username = newAddress();
  const [owner, stranger] = [t.client('192.0.2.90'), t.client('192.0.2.91')];
  await signUp(owner, username);
  const code = await newestCode(t, username);
  t.clock.advance(MINUTE_MS);
  await resend(stranger, username);
  expect(await mailsTo(t.db, username)).toHaveLength(2);
  expect((await enter(owner, username, code)).body.message).toContain('You can log in now');
});

test('a code that another browser asked for confirms the address there, and the owner chooses a password', async () => {
  const username = newAddress();
  await signUp(t.client('192.0.2.92'), username);
  t.clock.advance(MINUTE_MS);
  const phone = t.client('192.0.2.93');
  await resend(phone, username);
  const reply = await enter(phone, username, await newestCode(t, username));
  expect(reply.body.message).toContain('link to choose your password');
});

test('signing up again within a minute keeps the code that is in the mailbox, with the new password', async () => {
  const username = newAddress();
  const client = t.client('192.0.2.94');
  await signUp(client, username);
  await signUp(client, username, OTHER_PASSWORD);
  const mails = await mailsTo(t.db, username);
  expect(mails).toHaveLength(1);
  expect((await enter(client, username, mails.map(codeIn)[0] ?? '')).status).toBe(200);
});

const strength = passwordStrength();
afterAll(() => strength.stop());

test('all addresses together get as many mails an hour as the budget says, and the operator is told', async () => {
  const app = await testApp({ config: { mailBudgetPerHour: 3 } });
  try {
    const alarms: string[] = [];
    const deps: IdentityDependencies = {
      ...app.deps,
      sessions: sessionService(app.deps),
      passwords: passwordHasher(),
      passwordStrength: strength,
      alarm: (message) => alarms.push(message),
    };
    const ask = () =>
      signUpDirectly(deps, {
        username: newAddress(),
        password: OTHER_PASSWORD,
        browserToken: undefined,
        attempt: undefined,
        network: '192.0.2.99',
      });
    const mails = () => app.db.selectFrom('mail_outbox').select('id').execute();
    for (let round = 0; round < 5; round += 1) await ask();
    expect(await mails()).toHaveLength(3);
    expect(alarms).toHaveLength(2);
    expect(alarms[0]).toContain('3 emails were requested within an hour');
    app.clock.advance(HOUR_MS);
    await ask();
    expect(await mails()).toHaveLength(4);
  } finally {
    await app.stop();
  }
});
