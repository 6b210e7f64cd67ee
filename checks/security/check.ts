import { Finding, NotChecked } from './finding.ts';
import type { Target } from './target.ts';

const RESULTS = ['passed', 'failed', 'not from outside', 'not checked'] as const;
/** What a check has come to. Only `failed` is a defect. */
export type Result = (typeof RESULTS)[number];

interface Point {
  /** B1 to B42 of docs/security-checks.md, and 11.1 to 11.15. */
  readonly id: string;
  readonly what: string;
}

/** A point that HTTP, a browser or the mails can show. */
export interface LiveCheck extends Point {
  /** Part of the short form: it takes no more than a second or so and uses up no limit that others share. */
  readonly isShort?: boolean;
  /** The test of the part that cannot be seen from outside. */
  readonly shownBy?: string;
  /** Returns what was seen. Throws Finding when the defense is not there, NotChecked when it cannot be checked here. */
  readonly run: (target: Target) => Promise<string>;
}

/** A point that nothing outside shows: a setting, a row at rest, a clock. */
export interface InsideCheck extends Point {
  readonly shownBy: string;
  readonly run?: never;
}

export type Check = LiveCheck | InsideCheck;

export interface Outcome extends Point {
  readonly result: Result;
  readonly evidence: string;
}

/** Runs one check; never throws. */
export async function runCheck({ id, what, run, shownBy }: Check, target: Target): Promise<Outcome> {
  if (run === undefined) return { id, what, result: 'not from outside', evidence: shownBy };
  try {
    const seen = await run(target);
    return { id, what, result: 'passed', evidence: shownBy ? `${seen}; the rest: ${shownBy}` : seen };
  } catch (error) {
    if (error instanceof NotChecked) return { id, what, result: 'not checked', evidence: error.message };
    const evidence = error instanceof Finding ? error.message : `the check broke: ${String(error)}`;
    return { id, what, result: 'failed', evidence };
  }
}

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
