import type { Survivor } from './results.ts';

export interface Reason {
  readonly file: string;
  /** A part of one line; the reason is for every defect inside it, wherever the line moves. */
  readonly code: string;
  readonly reason: string;
}

/** Why some defects may stay unnoticed. Every other survivor is missing a test. */
export const REASONS: readonly Reason[] = [
  {
    file: 'packages/application-form/src/form/rules/date-of-birth.ts',
    code: 'if (year === undefined || month === undefined || day === undefined) return false;',
    reason: 'For the compiler only: where the pattern matches, its three groups are there.',
  },
  {
    file: 'packages/application-form/src/form/rules/date-of-birth.ts',
    code: "typeof value !== 'string'",
    reason: 'Changes nothing: an answer that is no text is true or false, and neither reads as a day.',
  },
  {
    file: 'packages/application-form/src/form/rules/score.ts',
    code: "typeof value === 'string'",
    reason: 'Changes nothing: an answer that is no text is true or false, and neither reads as digits.',
  },
];

export function reasonFor(survivor: Survivor, reasons: readonly Reason[] = REASONS): string | undefined {
  return reasons.find(
    ({ file, code }) => file === survivor.file && survivor.source.includes(code) && code.includes(survivor.code),
  )?.reason;
}
