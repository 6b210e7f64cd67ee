import { expect, test } from 'vitest';
import { compareFindings, NOT_DRIVEN } from './findings.ts';

const EXPECTED = { 'a date': '2008-02-03', 'a tap': 'yes' };

test('an unexpected finding fails; one that the driver could not produce neither fails nor passes', () => {
  const byBrowser = new Map([
    ['one', { 'a date': '2008-02-03', 'a tap': 'yes' }],
    ['two', { 'a date': '', 'a tap': `${NOT_DRIVEN}no fingers` }],
    ['three', {}],
  ]);
  expect(compareFindings(EXPECTED, byBrowser)).toEqual({
    lines: [
      'FAILED  a date, two: “” instead of “2008-02-03”',
      'ok      a date: “2008-02-03” (one)',
      '-       a tap, two: not driven here: no fingers',
      'ok      a tap: “yes” (one)',
    ],
    failures: 1,
  });
});
