import { confirm, forgotPassword, resendConfirm, resetPassword } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { hashCode } from './codes.ts';
import {
  confirmed,
  logInAs,
  newAddress,
  newestCode,
  OTHER_PASSWORD,
  PASSWORD,
  requestReset,
  signUp,
  wrongCodeFor,
} from './person.testing.ts';

const t = await suiteApp();

/** A password that only the stranger knows. */
const STRANGERS = 'Marble-Harbor-58';
const NEXT = 'Walnut-Compass-93';

type Step = (browser: Client, username: string) => Promise<{ status: number; headers: object; body: object }>;

const STEPS = {
  signup: (browser, username) => signUp(browser, username, STRANGERS),
  'signup again': (browser, username) => signUp(browser, username, NEXT),
  'login with it': (browser, username) => logInAs(browser, username, STRANGERS),
  'login with the next': (browser, username) => logInAs(browser, username, NEXT),
  'login with another': (browser, username) => logInAs(browser, username, OTHER_PASSWORD),
  confirm: (browser, username) => browser.call(confirm, { payload: { username, code: '123456' } }),
  resend: (browser, username) => browser.call(resendConfirm, { payload: { username } }),
  forgot: (browser, username) => browser.call(forgotPassword, { payload: { username } }),
  reset: (browser, username) =>
    browser.call(resetPassword, { payload: { username, id: 'made-up', password: OTHER_PASSWORD } }),
} as const satisfies Record<string, Step>;
type StepName = keyof typeof STEPS;
const FIRST: readonly StepName[] = ['signup', 'login with another', 'confirm', 'resend', 'forgot', 'reset'];
const SECOND: readonly StepName[] = [
  'signup again',
  'login with it',
  'login with the next',
  'login with another',
  'confirm',
  'resend',
  'forgot',
  'reset',
];
const PAIRS = FIRST.flatMap((first) => SECOND.map((second) => [first, second] as const));

let networks = 0;
function newNetwork(): string {
  networks += 1;
  return `198.51.${Math.floor(networks / 200)}.${(networks % 200) + 1}`;
}

/** The parts of responses that a stranger sees: status, words, names of headers and cookies. */
async function transcript(username: string, steps: readonly StepName[], server = t): Promise<readonly unknown[]> {
  const browser = server.client(newNetwork());
  const seen: unknown[] = [];
  for (const step of steps) {
    const response = await STEPS[step](browser, username);
    seen.push([response.status, response.body, Object.keys(response.headers).sort(), [...browser.cookies.keys()]]);
  }
  return seen;
}

test.each(PAIRS)('%s, then %s: a stranger reads the same for a known and an unknown address', async (...pair) => {
  const { username: known } = await confirmed(t);
  const steps = [...pair, 'login with it'] as const;
  expect(await transcript(known, steps)).toEqual(await transcript(newAddress(), steps));
});

test('a stranger who signs up with a known address gets "not confirmed", also from another browser', async () => {
  const { username } = await confirmed(t);
  const stranger = t.client('192.0.2.20');
  await signUp(stranger, username, STRANGERS);
  for (const browser of [stranger, t.client('192.0.2.21')]) {
    expect((await logInAs(browser, username, STRANGERS)).body.code).toBe('not_confirmed');
    expect((await logInAs(browser, username, OTHER_PASSWORD)).body.code).toBe('wrong_credentials');
  }
  expect((await logInAs(t.client('192.0.2.22'), username)).status).toBe(200);
});

test("a sign-up for a known address can't be confirmed with any code", async () => {
  const { username } = await confirmed(t);
  const stranger = t.client('192.0.2.30');
  await signUp(stranger, username, STRANGERS);
  await t.db
    .updateTable('pending_signup')
    .set({ code_hash: hashCode(t.deps.config.secret, username, '424242') })
    .where('email', '=', username)
    .execute();
  for (const browser of [stranger, t.client('192.0.2.31')]) {
    const response = await browser.call(confirm, { payload: { username, code: '424242' } });
    expect(response.body.code).toBe('wrong_code');
  }
  expect((await logInAs(stranger, username, STRANGERS)).body.code).toBe('not_confirmed');
  expect((await logInAs(t.client('192.0.2.32'), username)).status).toBe(200);
});

test("a stranger's responses don't change when the owner confirms or chooses a new password", async () => {
  const username = newAddress();
  const [stranger, owner] = [t.client('192.0.2.40'), t.client('192.0.2.41')];
  await signUp(stranger, username, STRANGERS);
  t.clock.advance(MINUTE_MS);
  await signUp(owner, username);
  const code = await newestCode(t, username);
  const look = async () => [
    (await logInAs(stranger, username, STRANGERS)).body,
    (await stranger.call(confirm, { payload: { username, code: wrongCodeFor(code) } })).body,
    (await stranger.call(resendConfirm, { payload: { username } })).body,
  ];
  const before = await look();
  expect(before[0]?.code).toBe('not_confirmed');
  expect((await owner.call(confirm, { payload: { username, code } })).status).toBe(200);
  expect(await look()).toEqual(before);
  t.clock.advance(MINUTE_MS);
  const link = await requestReset(t, { client: owner, username });
  expect((await owner.call(resetPassword, { payload: { ...link, password: OTHER_PASSWORD } })).status).toBe(200);
  expect(await look()).toEqual(before);
  expect((await logInAs(owner, username, OTHER_PASSWORD)).status).toBe(200);
});

test("logging in with the password of a sign-up doesn't reset the count of guesses", async () => {
  const { username: known } = await confirmed(t);
  for (const [address, network] of [
    [known, '192.0.2.50'],
    [newAddress(), '192.0.2.51'],
  ] as const) {
    const guesser = t.client(network);
    await signUp(guesser, address, STRANGERS);
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      codes.push((await logInAs(guesser, address, OTHER_PASSWORD)).body.code);
      codes.push((await logInAs(guesser, address, STRANGERS)).body.code);
    }
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(5);
    expect(codes.at(-1)).toBe('too_many');
  }
});

test('forty concurrent calls get the same responses for a known and an unknown address', async () => {
  const { username: known } = await confirmed(t);
  const burst = async (username: string) => {
    const browser = t.client(newNetwork());
    await signUp(browser, username, STRANGERS);
    const kinds = ['login with it', 'login with another', 'confirm', 'resend'] as const;
    const steps = Array.from({ length: 10 }, () => kinds).flat();
    const responses = await Promise.all(steps.map((step) => STEPS[step](browser, username)));
    const statuses = (name: StepName) =>
      responses.filter((_, i) => steps[i] === name).map((response) => response.status);
    return [statuses('confirm'), statuses('resend')];
  };
  expect(await burst(known)).toEqual(await burst(newAddress()));
  expect(PASSWORD).not.toBe(STRANGERS);
});
