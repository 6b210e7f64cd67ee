import { describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './reports.ts';
import { closingLine, failureList } from './result.ts';

const vitestText = JSON.stringify({
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [
    {
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'counts to three',
          failureMessages: ['expected \u001b[32m2\u001b[39m to be 3\n at a.test.ts'],
        },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ],
});

const walk = (title: string, ok: boolean) => ({
  file: 'a.e2e.ts',
  title,
  ok,
  tests: [{ results: [{ errors: ok ? [] : [{ message: 'Timed out waiting for the heading' }] }] }],
});

const playwrightText = JSON.stringify({
  stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
  errors: [],
  suites: [{ specs: [walk('opens', true)], suites: [{ specs: [walk('saves', false)] }] }],
});

describe('the end of a test run', () => {
  it('names each failed test with its reason, and each file that could not be loaded', () => {
    const counts = readVitestReport(vitestText);
    expect(counts.failed).toBe(2);
    const text = failureList([{ name: 'unit', seconds: 1, ...counts }]);
    expect(text).toContain('unit: a.test.ts › counts to three\n    expected 2 to be 3');
    expect(text).toContain('unit: b.test.ts\n    Cannot find module');
    expect(text).not.toContain('adds');
  });

  it('names each failed walk with its reason, however deep it stands', () => {
    const counts = readPlaywrightReport(playwrightText);
    expect(failureList([{ name: 'e2e', seconds: 1, ...counts }])).toBe(
      '✗ e2e: a.e2e.ts › saves\n    Timed out waiting for the heading\n',
    );
    expect(closingLine([{ name: 'e2e', seconds: 1, ...counts }])).toBe('1 passed, 1 failed');
  });
});
