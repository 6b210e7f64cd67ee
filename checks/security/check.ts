import { CannotRun } from '../support/command.ts';
import { Finding } from './finding.ts';
import type { Target } from './target.ts';

const RESULTS = ['passed', 'failed', 'not from outside', 'not checked'] as const;
/** The result of a check. Only `failed` is a defect. */
export type Result = (typeof RESULTS)[number];

/** A point that is checked over HTTP, in a browser, in mails, or by a test alone. */
export interface Check {
  /** B1 to B45 and 11.1 to 11.15, as docs/security.md cites them. */
  readonly id: string;
  readonly title: string;
  /** Whether it is in the short form: it takes about a second, and uses up no shared limit. */
  readonly isShort?: boolean;
  /** The test of the part that can't be seen from outside. */
  readonly shownBy?: string | undefined;
  /** Throws Finding if the defense is missing, CannotRun if it can't be checked here. */
  readonly run?: Run;
}
type Run = (target: Target) => Promise<void>;

type Rest = readonly [run: Run] | readonly [shownBy: string, run: Run];
const checkOf = (id: string, title: string, isShort: boolean, rest: Rest): Check =>
  rest.length === 1 ? { id, title, isShort, run: rest[0] } : { id, title, isShort, shownBy: rest[0], run: rest[1] };

/** A check of the short form. */
export const quick = (id: string, title: string, ...rest: Rest): Check => checkOf(id, title, true, rest);

/** A check of the long form. */
export const slow = (id: string, title: string, ...rest: Rest): Check => checkOf(id, title, false, rest);

/** A point that a test alone can check: a setting, a row at rest, a clock. */
export const byTest = (id: string, title: string, shownBy: string): Check => ({ id, title, shownBy });

export interface Outcome extends Pick<Check, 'id' | 'title'> {
  readonly result: Result;
  /** The finding, why it isn't checked, or the test of what can't be seen from outside. */
  readonly remark: string;
}

/** Runs one check; never throws. */
export async function runCheck({ id, title, run, shownBy = '' }: Check, target: Target): Promise<Outcome> {
  if (run === undefined) return { id, title, result: 'not from outside', remark: shownBy };
  try {
    await run(target);
    return { id, title, result: 'passed', remark: shownBy };
  } catch (error) {
    if (error instanceof CannotRun) return { id, title, result: 'not checked', remark: error.message };
    const remark = error instanceof Finding ? error.message : `the check broke: ${String(error)}`;
    return { id, title, result: 'failed', remark };
  }
}

/** Outcomes as lines of a table: point, result and title, with the remark. */
export const formatTable = (outcomes: readonly Outcome[]): string =>
  outcomes
    .map(({ id, result, title, remark }) => {
      const more = remark === '' ? '' : ` (${remark.replaceAll('\n', ' ').slice(0, 300)})`;
      return `${id.padEnd(6)} ${result.padEnd(17)} ${title}${more}`;
    })
    .join('\n');

/** The number of points with each result. */
export function summarize(outcomes: readonly Outcome[]): string {
  const count = (result: Result) => outcomes.filter((outcome) => outcome.result === result).length;
  return RESULTS.map((result) => `${count(result)} ${result}`).join(', ');
}
