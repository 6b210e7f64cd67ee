import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { formatTable, runCheck } from './check.ts';
import { POINTS, readSecurityOptions, SHORT_POINTS } from './points.ts';
import { Target } from './target.ts';

const root = path.resolve(import.meta.dirname, '../..');
const ids = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

test('each of the 45 points and 15 attacks has one check, and names tests that exist', () => {
  expect(POINTS.map(({ id }) => id)).toEqual([...ids('B', 45), ...ids('11.', 15)]);
  const tests = POINTS.flatMap(({ shownBy }) => (shownBy === undefined ? [] : [shownBy]));
  expect(tests.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  expect(SHORT_POINTS.length).toBeGreaterThan(25);
});

test('a product that cannot be reached passes no check, and a check that needs mails says so', async () => {
  const target = new Target({
    baseUrl: 'http://127.0.0.1:9',
    outbox: undefined,
    logs: undefined,
    operate: undefined,
    form: (await loadPartner({ partner: 'larkmoor', environment: 'test' })).form,
  });
  const outcomes = await Promise.all(SHORT_POINTS.map((point) => runCheck(point, target)));
  expect(outcomes.filter(({ result }) => result === 'passed')).toEqual([]);
  expect(outcomes.filter(({ result }) => result === 'not checked').map(({ evidence }) => evidence)).toContain(
    'needs the mails: give their folder with --outbox',
  );
  expect(formatTable(outcomes)).toContain('failed');
});

test('wrong options are refused in one sentence', () => {
  expect(readSecurityOptions([])).toEqual({ baseUrl: undefined, outbox: undefined, only: [] });
  expect(readSecurityOptions(['--base-url', 'https://a.example', '--only', 'B1,11.4'])).toMatchObject({
    baseUrl: 'https://a.example',
    only: ['B1', '11.4'],
  });
  for (const [args, message] of [
    [['--base-url'], 'argument missing'],
    [['--base-url', 'a.example'], '--base-url must be a whole address, such as https://apply.example.edu.'],
    [['--only', 'B99'], 'There is no point "B99".'],
    [['--outbox', 'x'], '--outbox goes with --base-url: without it the product is started here.'],
    [['--fast'], "Unknown option '--fast'"],
  ] as const) {
    expect(() => readSecurityOptions(args), message).toThrow(message);
  }
});
