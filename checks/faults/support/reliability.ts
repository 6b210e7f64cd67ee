import * as z from 'zod';
import * as alone from '../scenarios/alone.ts';
import * as conditions from '../scenarios/conditions.ts';
import * as databases from '../scenarios/databases.ts';
import * as documents from '../scenarios/documents.ts';
import { papers } from '../scenarios/papers.ts';
import * as processes from '../scenarios/processes.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario that can be run: those of docs/reliability.md in order, then the others. */
export const SCENARIOS: readonly Scenario[] = [alone, conditions, documents, processes, databases]
  .flatMap((scenarios): readonly Scenario[] => Object.values(scenarios))
  .concat(papers)
  .toSorted((a, b) => (a.number ?? 100) - (b.number ?? 100));

const resultSchema = z.object({
  number: z.number(),
  /** The day of the run, such as 2026-11-22. */
  day: z.string(),
  outcome: z.enum(['passed', 'failed', 'not run']),
  runs: z.number(),
  acknowledged: z.optional(z.number()),
  lost: z.optional(z.number()),
  worstRecovery: z.optional(z.number()),
  seen: z.string(),
});
export const resultsSchema = z.array(resultSchema);
export type Result = z.infer<typeof resultSchema>;

const INTRODUCTION = `# Reliability

Made by \`npm run test:faults\` from [reliability.json](reliability.json), which has what was seen in each; do not edit it by hand.

**Every acknowledged save is there.** Twelve tabs save, log in and submit, and remember what the product has acknowledged. After each fault every acknowledged answer must have
its acknowledged value or a later one, and every confirmation number must be the same. *Lost* counts those that are not. *Recovery* is the longest time until every tab had a new save acknowledged, on a busy machine of two
cores: two web servers and two workers, PostgreSQL with a synchronous standby, and HAProxy before both; *one machine* is one of each. Number 15, the storm of a deadline, is in [scaling.md](scaling.md#what-was-measured).
`;

/** Scenarios that tests of `npm test` cover, by number. */
const IN_TESTS = [
  [2, 'Two tabs save different answers, and the same one'],
  [3, 'One application is submitted 20 times at once'],
  [4, 'A response is lost, and the browser sends again'],
  [5, 'Saves arrive out of order'],
  [13, 'An applicant with unsaved text is logged out'],
] as const;

const COLUMNS = ['', 'What happens', 'Runs', 'Acknowledged', 'Lost', 'Worst recovery', 'Passed'];

const cells = (values: readonly string[]) => `| ${values.join(' | ')} |`;
const count = (value: number | undefined) => (value === undefined ? '–' : value.toLocaleString('en-US'));

const seconds = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)} s`);

/** The text of docs/reliability.md: a table of all scenarios, then how each that can be run is made. */
export function writeReliability(results: readonly Result[]): string {
  const run = SCENARIOS.flatMap(({ number, title, how }) => {
    if (number === undefined) return [];
    const result = results.find((item) => item.number === number);
    const counts = [count(result?.runs ?? 0), count(result?.acknowledged), count(result?.lost)];
    const passed = result?.outcome === 'passed' ? result.day : (result?.outcome ?? 'not run');
    const row = [title, ...counts, seconds(result?.worstRecovery), passed];
    return { number, row, how };
  });
  const covered = IN_TESTS.map(([number, title]) => ({ number, row: [title, '–', '–', '–', '–', 'in `npm test`'] }));
  const rows = [...run, ...covered]
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, row }) => cells([String(number), ...row]));
  const details = run.map((item) => `**${item.number}.** ${item.how}`);
  const table = [cells(COLUMNS), `|${COLUMNS.map(() => '---').join('|')}|`, ...rows].join('\n');
  return `${[INTRODUCTION, table, '\n## How each is made\n', details.join('\n\n')].join('\n')}\n`;
}
