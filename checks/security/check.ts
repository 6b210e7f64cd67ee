import { Finding, NotChecked } from './finding.ts';
import type { Target } from './target.ts';

/** What a check has come to. Only `failed` is a defect. */
export type Result = 'passed' | 'failed' | 'not from outside' | 'not checked';

interface Point {
  /** B1 to B36 of docs/security-checks.md, and 11.1 to 11.15. */
  readonly id: string;
  readonly what: string;
}

/** A point that HTTP, a browser or the mails can show. */
export interface LiveCheck extends Point {
  /** Part of the short form: it takes no more than a second or so and uses up no limit that others share. */
  readonly isShort?: boolean;
  /** The test of the part that cannot be seen from outside. */
  readonly shownBy?: string;
  /** Returns what was seen. Throws Finding when the defense is not there, NotChecked when it cannot be looked at here. */
  readonly run: (target: Target) => Promise<string>;
}

/** A point that nothing outside shows: a setting, a row at rest, a clock. */
export interface InsideCheck extends Point {
  readonly shownBy: string;
  readonly run?: never;
}

export type Check = LiveCheck | InsideCheck;

export interface Outcome {
  readonly id: string;
  readonly what: string;
  readonly result: Result;
  readonly evidence: string;
}

async function outcomeOf(check: LiveCheck, target: Target): Promise<Pick<Outcome, 'result' | 'evidence'>> {
  try {
    const seen = await check.run(target);
    return { result: 'passed', evidence: check.shownBy ? `${seen}; the rest: ${check.shownBy}` : seen };
  } catch (error) {
    if (error instanceof NotChecked) return { result: 'not checked', evidence: error.message };
    const evidence = error instanceof Finding ? error.message : `the check broke: ${String(error)}`;
    return { result: 'failed', evidence };
  }
}

/** Runs one check; never throws. */
export async function runCheck(check: Check, target: Target): Promise<Outcome> {
  const { id, what } = check;
  if (check.run === undefined) return { id, what, result: 'not from outside', evidence: check.shownBy };
  return { id, what, ...(await outcomeOf(check, target)) };
}
