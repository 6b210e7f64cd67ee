import type { StageName } from './options.ts';
import type { Counts } from './reports.ts';

/** What one runner said in the end. */
export interface StageResult extends Counts {
  readonly name: StageName;
  readonly seconds: number;
}

/** One line for each runner. */
export function summary(results: readonly StageResult[]): string {
  return results
    .map(({ name, passed, failed, skipped, seconds }) => {
      const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
      return `${failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${counts} (${seconds.toFixed(1)} s)`;
    })
    .join('\n');
}

/** What failed, said again at the end: of a long run often only the last page is kept. Empty when nothing failed. */
export function failureList(results: readonly StageResult[]): string {
  return results.flatMap(({ name, failures }) => failures.map((failure) => `✗ ${name}: ${failure}\n`)).join('\n');
}

/** The last line of the run: `N passed, N failed`, summed over all runners. */
export function closingLine(results: readonly StageResult[]): string {
  const sum = (key: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
