import { answer, validations } from '@firstyear/api-contract/application';
import { login } from '@firstyear/api-contract/identity';
import { maxStoredLengthOf } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { suiteApp } from '../testing/app.ts';
import { bodyLimits, hasMoreValues } from './body-limits.ts';

const t = await suiteApp();

const keysOf = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, value]));

async function send(call: typeof answer | typeof validations, payload: unknown) {
  const applicant = await newApplicant(t);
  const cookie = [...applicant.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { statusCode, body } = await t.app.inject({
    method: call.method,
    url: call.path,
    headers: { 'content-type': 'application/json', cookie },
    payload: JSON.stringify(payload),
  });
  return { status: statusCode, code: JSON.parse(body).code };
}

test('a card accepts at most 8 kB and a few keys', async () => {
  const post = (payload: object) => t.app.inject({ method: 'POST', url: login.path, payload });
  expect((await post(keysOf(85_000, ''))).statusCode).toBe(413);
  expect((await post(keysOf(300, ''))).json().code).toBe('bad_request');
});

test('the longest answers to all questions fit into one save, with any characters', () => {
  const { form } = t;
  for (const character of ['\u0007', '"', '\u4f60', '\ud83d', 'x']) {
    const longest = [...form.byStoredKey].map(([key, { question }]) => [
      key,
      character.repeat(maxStoredLengthOf(question, key)),
    ]);
    const text = JSON.stringify(Object.fromEntries(longest));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bodyLimits(t.deps.forms).answers.maxBytes);
  }
});

test('more keys than the form has, and endless values, are refused before they are parsed', async () => {
  const { form } = t;
  expect(await send(answer, keysOf(form.byStoredKey.size, ''))).toEqual({ status: 400, code: 'bad_answer' });
  for (const [call, payload] of [
    [answer, keysOf(form.byStoredKey.size + 1, '')],
    [answer, { first_name: Array.from({ length: 50_000 }, () => 1) }],
    [validations, keysOf(form.byStoredKey.size * 9 + 1, [])],
    [validations, { first_name: Array.from({ length: 50_000 }, () => 1) }],
  ] as const) {
    expect(await send(call, payload)).toEqual({ status: 400, code: 'bad_request' });
  }
  for (const call of [answer, validations]) {
    const { status } = await send(call, { first_name: Array.from({ length: 500_000 }, () => 1) });
    expect([400, 413]).toContain(status);
  }
});

test('the messages of every question fit into one report', async () => {
  const payload = Object.fromEntries(
    [...t.form.byKey.keys()].map((key) => [key, ['Please choose an option. '.repeat(5)]]),
  );
  expect((await send(validations, payload)).status).toBe(200);
});

test('values are counted at any depth', () => {
  expect(hasMoreValues({ a: [1, 2], b: { c: 3 } }, 5)).toBe(false);
  expect(hasMoreValues({ a: [1, 2], b: { c: 3 } }, 4)).toBe(true);
  expect(hasMoreValues(undefined, 0)).toBe(false);
  expect(hasMoreValues(JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`), 100)).toBe(true);
});
