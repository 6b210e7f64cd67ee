import type { StageName } from './options.ts';

/** The counts of a runner. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The names of failed tests; the runner has printed the reasons. */
  readonly failures: readonly string[];
}

const CHARACTERS = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' } as const;

const attribute = (tag: string, name: string) =>
  (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll(
    /&(lt|gt|quot|apos|amp);/g,
    (whole, character) => Reflect.get(CHARACTERS, character) ?? whole,
  );

/** Reads a JUnit report, which both runners write: each test is a <testcase>, with a <failure>, <error> or <skipped> in it. */
export function readReport(xml: string): Counts {
  const cases = [...xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)];
  const failures = cases
    .filter(([, , inner = '']) => /<(failure|error)\b/.test(inner))
    .map(([, tag = '']) => `${attribute(tag, 'classname')} › ${attribute(tag, 'name')}`);
  const skipped = cases.filter(([, , inner = '']) => /<skipped\b/.test(inner)).length;
  return { passed: cases.length - failures.length - skipped, failed: failures.length, skipped, failures };
}

/** The counts of one stage. */
export interface StageResult extends Counts {
  readonly name: StageName;
  readonly seconds: number;
}

/** One line for each stage. */
export function summary(results: readonly StageResult[]): string {
  return results
    .map(({ name, passed, failed, skipped, seconds }) => {
      const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
      return `${failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${counts} (${seconds.toFixed(1)} s)`;
    })
    .join('\n');
}

/** The failures, repeated at the end, since often only the last page of a long run is kept. Empty when nothing failed. */
export function failureList(results: readonly StageResult[]): string {
  return results.flatMap(({ name, failures }) => failures.map((failure) => `✗ ${name}: ${failure}\n`)).join('\n');
}

/** The last line of the run: `N passed, N failed`, summed over all stages. */
export function closingLine(results: readonly StageResult[]): string {
  const sum = (key: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
