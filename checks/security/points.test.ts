import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { formatTable, runCheck } from './check.ts';
import { POINTS, SHORT_POINTS } from './points.ts';
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
  expect(outcomes.filter(({ result }) => result === 'not checked').map(({ remark }) => remark)).toContain(
    'needs the mails: give their folder with --outbox',
  );
  expect(formatTable(outcomes)).toContain('failed');
});
