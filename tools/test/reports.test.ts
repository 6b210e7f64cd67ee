import { describe, expect, it } from 'vitest';
import { closingLine, failureList, readReport } from './reports.ts';

const VITEST = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="3" failures="2" errors="0" time="1">
  <testsuite name="a.test.ts" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="a.test.ts" name="adds" time="0.1">
    </testcase>
    <testcase classname="a.test.ts" name="counts &gt; to three" time="0.1">
      <failure message="expected 2 to be 3" type="AssertionError">
AssertionError: expected &#27;[32m2&#27;[39m to be 3
 at a.test.ts
      </failure>
    </testcase>
  </testsuite>
  <testsuite name="b.test.ts" tests="1" failures="1" errors="1" skipped="0">
    <testcase classname="b.test.ts" name="b.test.ts" time="0"><error message="Cannot find module">Cannot find module</error></testcase>
  </testsuite>
</testsuites>`;

const PLAYWRIGHT = `<testsuites id="" name="" tests="2" failures="1" skipped="0" errors="0" time="3">
<testsuite name="a.e2e.ts" tests="2" failures="1">
<testcase name="opens" classname="a.e2e.ts" time="1"/>
<testcase name="saves" classname="a.e2e.ts" time="1">
<failure message="a.e2e.ts:3:1 saves" type="FAILURE"><![CDATA[Timed out waiting for the heading]]></failure>
</testcase>
</testsuite>
</testsuites>`;

describe('the end of a test run', () => {
  it('names each failed test with its reason, and each file that could not be loaded', () => {
    const counts = readReport(VITEST);
    expect(counts).toMatchObject({ passed: 1, failed: 2, skipped: 0 });
    const text = failureList([{ name: 'unit', seconds: 1, ...counts }]);
    expect(text).toContain('unit: a.test.ts › counts > to three\n    AssertionError: expected 2 to be 3');
    expect(text).toContain('unit: b.test.ts › b.test.ts\n    Cannot find module');
    expect(text).not.toContain('adds');
    expect(text).not.toContain('[32m');
  });

  it('names each failed walk with its reason', () => {
    const counts = readReport(PLAYWRIGHT);
    expect(failureList([{ name: 'walks', seconds: 1, ...counts }])).toContain(
      '✗ walks: a.e2e.ts › saves\n    Timed out waiting for the heading\n',
    );
    expect(closingLine([{ name: 'walks', seconds: 1, ...counts }])).toBe('1 passed, 1 failed');
  });
});
