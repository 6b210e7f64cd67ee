/** A defect that no test notices, named by where it is. `code` is what stood there and `replacement` what was tried. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly code: string;
  readonly replacement: string;
}

export interface Reason {
  readonly file: string;
  /** As in the source, so that the reason moves with the line. */
  readonly code: string;
  readonly replacement: string;
  readonly reason: string;
}

/** Why some defects may stay unnoticed. Every other survivor is missing a test. */
export const REASONS: readonly Reason[] = [];

export function reasonFor(survivor: Survivor, reasons: readonly Reason[] = REASONS): string | undefined {
  return reasons.find(
    ({ file, code, replacement }) =>
      file === survivor.file && code === survivor.code && replacement === survivor.replacement,
  )?.reason;
}
