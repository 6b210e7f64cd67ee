import { expect, onTestFinished, test, vi } from 'vitest';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { reportClientError, stackLines } from './report-client-error.ts';

const ORIGIN = 'https://apply.larkmoor.example';

test('a report names our own scripts, and nothing that could hold an answer', () => {
  const stack = [
    'TypeError: cannot read Ada Testperson of undefined',
    `    at save (${ORIGIN}/assets/index-abc.js:10:20)`,
    '    at eval (chrome-extension://xyz/content.js:1:1)',
    `    at ${ORIGIN}/about?token=secret#first_name:3:4`,
  ].join('\n');
  expect(stackLines(stack, ORIGIN)).toEqual(['at save (/assets/index-abc.js:10:20)', 'at /about:3:4']);
});

test('the stacks of Firefox and Safari are read too, and long ones are cut', () => {
  expect(stackLines(`save@${ORIGIN}/assets/index-abc.js:10:20\n@${ORIGIN}/a.js:1:2`, ORIGIN)).toEqual([
    'save@/assets/index-abc.js:10:20',
    '@/a.js:1:2',
  ]);
  const long = Array.from({ length: 50 }, (_, line) => `    at f (${ORIGIN}/${'x'.repeat(300)}.js:${line}:1)`);
  const lines = stackLines(long.join('\n'), ORIGIN);
  expect(lines).toHaveLength(20);
  expect(Math.max(...lines.map((line) => line.length))).toBe(200);
});

test('a report has the kind of the error and the page, without its message or the query string', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('window', { location: new URL(`${ORIGIN}/${'about'.repeat(20)}?token=secret`) });
  let status = 200;
  const calls = scriptNetwork(() => [status, { message: 'Noted.' }]);
  const error = new TypeError('cannot read Ada Testperson of undefined');
  error.stack = `${error}\n    at save (${ORIGIN}/assets/index-abc.js:10:20)`;
  expect(await reportClientError(error)).toBe(true);
  status = 500;
  expect(await reportClientError('no error at all')).toBe(false);
  const route = `/${'about'.repeat(20)}`.slice(0, 80);
  expect(calls.map(({ path, body, keepalive }) => ({ path, body, keepalive }))).toEqual([
    {
      path: '/public/client-error',
      body: { name: 'TypeError', route, stack: ['at save (/assets/index-abc.js:10:20)'] },
      keepalive: true,
    },
    { path: '/public/client-error', body: { name: 'UnknownError', route, stack: [] }, keepalive: true },
  ]);
});
