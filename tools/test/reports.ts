import { z } from 'zod';
import type { Counts } from './result.ts';

/** Colors and other terminal codes, which runners write into messages. */
const TERMINAL_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const MAX_MESSAGE_LINES = 12;

/** A test's name and the first lines of why it failed. */
const describeFailure = (name: string, message: string): string =>
  [name, ...message.replace(TERMINAL_CODES, '').trim().split('\n').slice(0, MAX_MESSAGE_LINES)].join('\n    ');

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Reads what Vitest's JSON reporter wrote. */
export function readVitestReport(text: string): Counts {
  const report = vitestReport.parse(JSON.parse(text));
  // A file that cannot even be loaded has no tests that could fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => describeFailure(`${name} › ${test.fullName}`, (test.failureMessages ?? []).join('\n'))),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...broken.map(({ name, message }) => describeFailure(name, message)), ...failures],
  };
}

const errors = z.array(z.object({ message: z.string().optional() }));
const playwrightSpec = z.object({
  file: z.string(),
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(z.object({ errors })) })),
});
type PlaywrightSpec = z.infer<typeof playwrightSpec>;
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(playwrightSuite),
  errors,
});

const listSpecs = (suite: PlaywrightSuite): readonly PlaywrightSpec[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(listSpecs),
];

const joinMessages = (list: z.infer<typeof errors>): string => list.map(({ message }) => message ?? '').join('\n');

/** Reads what Playwright's JSON reporter wrote. */
export function readPlaywrightReport(text: string): Counts {
  const { stats, suites, errors: outside } = playwrightReport.parse(JSON.parse(text));
  const failed = suites.flatMap(listSpecs).filter(({ ok }) => !ok);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...(outside.length > 0 ? [describeFailure('outside of all walks', joinMessages(outside))] : []),
      ...failed.map(({ file, title, tests }) =>
        describeFailure(
          `${file} › ${title}`,
          joinMessages(tests.flatMap((test) => test.results.flatMap((r) => r.errors))),
        ),
      ),
    ],
  };
}
