import { CannotRun } from '../support/command.ts';
import { Finding } from './finding.ts';
import type { Target } from './target.ts';

const RESULTS = ['passed', 'failed', 'not from outside', 'not checked'] as const;
/** The result of a check. Only `failed` is a defect. */
export type Result = (typeof RESULTS)[number];

/** A point that HTTP, a browser, mails or only a test can show. */
export interface Check {
  /** B1 to B42 of docs/security-checks.md, and 11.1 to 11.15. */
  readonly id: string;
  readonly what: string;
  /** Part of the short form: takes about a second and uses up no shared limit. */
  readonly isShort?: boolean;
  /** The test of the part that nothing outside shows. */
  readonly shownBy?: string | undefined;
  /** Returns what was seen. Throws Finding when the defense is missing, CannotRun when it can't be checked here. */
  readonly run?: Run;
}
type Run = (target: Target) => Promise<string>;

/** A check of the short form. */
export const quick = (id: string, what: string, run: Run, shownBy?: string): Check => {
  return { id, what, isShort: true, shownBy, run };
};

/** A check that takes longer, or needs more than the short form has. */
export const slow = (id: string, what: string, run: Run, shownBy?: string): Check => ({ id, what, shownBy, run });

/** A point that only a test shows: a setting, a row at rest, a clock. */
export const byTest = (id: string, what: string, shownBy: string): Check => ({ id, what, shownBy });

export interface Outcome extends Pick<Check, 'id' | 'what'> {
  readonly result: Result;
  readonly evidence: string;
}

/** Runs one check; never throws. */
export async function runCheck({ id, what, run, shownBy }: Check, target: Target): Promise<Outcome> {
  if (run === undefined) return { id, what, result: 'not from outside', evidence: shownBy ?? '' };
  try {
    const seen = await run(target);
    return { id, what, result: 'passed', evidence: shownBy ? `${seen}; the rest: ${shownBy}` : seen };
  } catch (error) {
    if (error instanceof CannotRun) return { id, what, result: 'not checked', evidence: error.message };
    const evidence = error instanceof Finding ? error.message : `the check broke: ${String(error)}`;
    return { id, what, result: 'failed', evidence };
  }
}

/** Outcomes as lines of a table: point, result and title, and below them the evidence. */
export function formatTable(outcomes: readonly Outcome[]): string {
  return outcomes
    .flatMap(({ id, result, what, evidence }) => [
      `${id.padEnd(6)} ${result.padEnd(17)} ${what}`,
      `${' '.repeat(25)}${evidence.replaceAll('\n', ' ').slice(0, 300)}`,
    ])
    .join('\n');
}

/** The number of points of each result. */
export function summarize(outcomes: readonly Outcome[]): string {
  const count = (result: Result) => outcomes.filter((outcome) => outcome.result === result).length;
  return RESULTS.map((result) => `${count(result)} ${result}`).join(', ');
}
