import { expect, test } from 'vitest';
import { Findings, NOT_DRIVEN } from './findings.ts';

test('an unexpected finding fails; one that the driver could not produce neither fails nor passes', () => {
  const findings = new Findings();
  const [one, two] = [findings.reportOf('one'), findings.reportOf('two')];
  one('a date', '2008-02-03', '2008-02-03');
  one('a tap', 'yes', 'yes');
  two('a date', '2008-02-03', '');
  two('a tap', 'yes', `${NOT_DRIVEN}no fingers`);
  findings.reportOf('three');
  expect(findings.compare()).toEqual({
    lines: [
      'FAILED  a date, two: “” instead of “2008-02-03”',
      'ok      a date: “2008-02-03” (one)',
      '-       a tap, two: not driven here: no fingers',
      'ok      a tap: “yes” (one)',
    ],
    failures: 1,
  });
});
