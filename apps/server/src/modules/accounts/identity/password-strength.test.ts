import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { passwordErrors } from '@firstyear/api-contract/identity-rules';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH } from '@firstyear/words';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sayError } from '../../../plugins/error-words.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { requireStrongPassword } from './password-check.ts';
import { passwordStrength } from './password-strength.ts';

const strength = passwordStrength();
afterAll(() => strength.stop());

async function isRefused(password: string, email = 'ada.testperson@mail.example'): Promise<boolean> {
  const deps = { passwordStrength: strength, partner };
  const [outcome] = await Promise.allSettled([requireStrongPassword(deps, email, password)]);
  if (outcome.status === 'fulfilled') return false;
  expect(outcome.reason).toMatchObject({ code: 'weak_password' });
  return true;
}

/** All of them meet the rules for passwords. */
const WEAK = [
  'Aa123456789!',
  '1qaz@WSX3edc',
  'Passw0rd!Passw0rd!',
  'Password123!',
  'P@ssw0rd2026!',
  'P@$$w0rd1234',
  'Qwertyuiop1!',
  'Zxcvbnm,./123A',
  'Welcome-2026!!',
  'Summer-Winter-1!',
  'Spring2027!!',
  'Aaaaaaaaaa1!',
  'Abcdefghij1!',
  'Iloveyou123!',
  'Jennifer2008!',
  'Michael1990!!',
  'Liverpool2026!',
  'Freshman2027!',
  'Trustno1!!!!',
  'Larkmoor2026!',
  'Ada.Testperson1!',
  'Testperson!2008',
  `${'Password1!'.repeat(12)}Password`,
];

const SENSIBLE = [
  'Violet-Lantern-42',
  'Sunny-Meadow-17!',
  'My-Summer-Reading-9',
  'Quiet-harbor-42-lantern',
  'Kp7!vQz2#mWx',
  'Coffee&Clarinet7',
  'Kayak!Thunder22',
  'MyDogEats7Socks!',
  'i8Pizza&cried-Twice',
  'Rainy-Tuesday-88',
  'Green7Bicycle!!',
  'correct Horse battery 5taple!',
  'Ünïcødé-密碼-🦉1 morgen',
];

test.each(WEAK)('%s meets the rules and is refused', async (password) => {
  expect(passwordErrors(password)).toEqual([]);
  expect(await isRefused(password)).toBe(true);
});

test.each(SENSIBLE)('%s is accepted', async (password) => {
  expect(passwordErrors(password)).toEqual([]);
  expect(await isRefused(password)).toBe(false);
});

test('a password with words of an address is refused only to its owner', async () => {
  const password = 'Zephyrquill5!';
  expect(await isRefused(password)).toBe(false);
  expect(await isRefused(password, 'zephyrquill@mail.example')).toBe(true);
});

test("random passwords of thirteen characters are accepted, and three repeated letters aren't", async () => {
  const letters = 'abcdefghijkmnpqrstuvwxyz';
  let seed = 20_261_121;
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return alphabet[Math.floor((seed / 2_147_483_648) * alphabet.length)] ?? '';
    }).join('');
  for (let round = 0; round < 25; round += 1) {
    const random = `${draw(`${letters}${letters.toUpperCase()}23456789`, 9)}Aa1!`;
    expect(await isRefused(random), random).toBe(false);
    const repeated = `${draw(letters, 3).repeat(3)}A1!`;
    expect(await isRefused(repeated), repeated).toBe(true);
  }
});

test('when too many wait for an estimate, the rest get 503, and the thread continues', async () => {
  const busy = passwordStrength();
  onTestFinished(() => busy.stop());
  const wanted = { password: 'Violet-Lantern-42', about: [] };
  const outcomes = await Promise.allSettled(Array.from({ length: 65 }, () => busy.weaknessOf(wanted)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(5);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(await busy.weaknessOf({ ...wanted, password: 'Password123!' })).toBe('common');
});

test('when the thread ends, waiting estimates are refused with the reason, and the next one starts a new thread', async () => {
  const ended = passwordStrength();
  const wanted = { password: 'Violet-Lantern-42', about: [] };
  const waiting = Promise.allSettled([ended.weaknessOf(wanted)]);
  await ended.stop();
  const [outcome] = await waiting;
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503 } });
  expect(outcome).toHaveProperty('reason.cause.message', expect.stringContaining('the thread for estimates ended'));
  expect(await ended.weaknessOf(wanted)).toBeUndefined();
  await ended.stop();
});

test("an idle thread doesn't keep the process running", async () => {
  const file = JSON.stringify(new URL('./password-strength.ts', import.meta.url).href);
  const program = `import(${file})
    .then(({ passwordStrength }) => passwordStrength().weaknessOf({ password: 'Password123!', about: [] }))
    .then(console.log);`;
  const ended = promisify(execFile)(process.execPath, ['--eval', program], { timeout: 60_000 });
  expect((await ended).stdout).toBe('common\n');
});

test.each([
  ['Ada.Testperson1!', 'your email address or our name'],
  ['Welcome-2026!!', 'many people use'],
  ['Aaaaaaaaaa1!', 'repeats'],
])(
  'the refusal of %s says why it is easy to guess and how to do better, without quoting it',
  async (password, reason) => {
    const email = 'ada.testperson@mail.example';
    const refusal = await requireStrongPassword({ passwordStrength: strength, partner }, email, password).then(
      () => undefined,
      (error: unknown) => error,
    );
    const message = refusal instanceof ApiError ? sayError(refusal.code, refusal.words, ENGLISH) : '';
    expect(message).toContain(reason);
    expect(message).toContain('Try three or four words');
    for (const part of password.match(/[a-z]{4,}/gi) ?? [])
      expect(message.toLowerCase()).not.toContain(part.toLowerCase());
  },
);
