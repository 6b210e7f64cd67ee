import { expect, test } from 'vitest';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { failureOf } from './autosave.ts';
import { putAnswers } from './put-answers.ts';

const STAMP = { client: 'tab-1', sequence: 7, age: 1234.5, release: '' };

/** A body of so many bytes: { "a": "…" }. */
const answersOf = (bytes: number, letter = 'x') => ({
  a: letter.repeat((bytes - JSON.stringify({ a: '' }).length) / new TextEncoder().encode(letter).length),
});

test.each([
  ['of 60,000 bytes', answersOf(60_000), true],
  ['of one byte more', answersOf(60_001), false],
  ['of fewer letters than bytes', answersOf(60_008, 'é'), false],
])('a save on leaving %s outlives the page: %s', async (_, answers, keepalive) => {
  const seen = scriptNetwork(() => [200, { message: 'Saved.' }]);
  await putAnswers(answers, STAMP, { keepalive: true });
  // Browsers refuse more than 64 KiB in calls that outlive the page, so such a save is an ordinary call.
  expect(seen).toMatchObject([{ method: 'PUT', path: '/api/answer', body: answers, keepalive }]);
});

test('a save while the page stays needs no keepalive, and names its tab, its sequence and its age', async () => {
  const seen = scriptNetwork(() => [200, { message: 'Saved.' }]);
  await putAnswers({ first_name: 'Ada' }, STAMP, { keepalive: false });
  const [call] = seen;
  expect(call?.keepalive).toBe(false);
  const headers = ['save-client', 'save-sequence', 'save-age'].map((name) => call?.headers.get(name));
  expect(headers).toEqual(['tab-1', '7', '1235']);
});

test('if the server refuses a save, each of its answers is refused with the words of the server', async () => {
  scriptNetwork(() => [400, { code: 'bad_answer', message: "That isn't one of the choices." }]);
  const refused = await putAnswers({ first_name: 'Ada', gender: 'x' }, STAMP, { keepalive: false });
  const message = "That isn't one of the choices.";
  expect(refused).toEqual({ first_name: message, gender: message });
});

test('a save names the release of the form that its answers were typed into, where that has one', async () => {
  const seen = scriptNetwork(() => [200, { message: 'Saved.' }]);
  await putAnswers({ first_name: 'Ada' }, { ...STAMP, release: 'n-2,n-3' }, { keepalive: false });
  await putAnswers({ first_name: 'Ada' }, STAMP, { keepalive: false });
  expect(seen.map(({ headers }) => headers.get('form-release'))).toEqual(['n-2,n-3', null]);
});

test('a save reports that the server has another form, and which answers have no place in it', async () => {
  const message = 'The form has changed.';
  const reports: unknown[] = [];
  const tell = (...args: readonly unknown[]) => void reports.push(args);
  scriptNetwork(() => [200, { message: 'Saved.', form_changed: true }]);
  expect(await putAnswers({ city: 'Sampleton' }, STAMP, { keepalive: false }, tell)).toEqual({});
  scriptNetwork(() => [409, { code: 'form_changed', message }]);
  const refused = await putAnswers({ given: 'Ada', zip: '40999' }, STAMP, { keepalive: false }, tell);
  expect(refused).toEqual({ given: message, zip: message });
  scriptNetwork(() => [200, { message: 'Saved.' }]);
  await putAnswers({ city: 'Sampleton' }, STAMP, { keepalive: false }, tell);
  expect(reports).toEqual([
    ['', []],
    ['', ['given', 'zip']],
  ]);
});

test.each([
  ['overloaded', 503, 'busy'],
  ['locked', 409, 'locked'],
  ['internal', 500, 'retry'],
])('a save that fails with %s: %i means "%s"', async (code, status, failure) => {
  scriptNetwork(() => [status, { code, message: 'No.' }]);
  const failed = putAnswers({ first_name: 'Ada' }, STAMP, { keepalive: false });
  expect(await failed.catch(failureOf)).toBe(failure);
});
