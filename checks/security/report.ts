import type { Outcome, Result } from './check.ts';

const RESULTS: readonly Result[] = ['passed', 'failed', 'not from outside', 'not checked'];

/** Outcomes as lines of a table: point, result, what it is about, and below it the evidence. */
export function formatTable(outcomes: readonly Outcome[]): string {
  return outcomes
    .flatMap(({ id, result, what, evidence }) => [
      `${id.padEnd(6)} ${result.padEnd(17)} ${what}`,
      `${' '.repeat(25)}${evidence.replaceAll('\n', ' ').slice(0, 300)}`,
    ])
    .join('\n');
}

/** How many points came to what. */
export function summarize(outcomes: readonly Outcome[]): string {
  const count = (result: Result) => outcomes.filter((outcome) => outcome.result === result).length;
  return RESULTS.map((result) => `${count(result)} ${result}`).join(', ');
}
