/** What a browser showed, by the name of what was tried. */
export type Findings = Readonly<Record<string, string>>;

/** How a finding begins that no driver could be brought to. It is no pass. */
export const NOT_DRIVEN = 'not driven here: ';

export interface Comparison {
  readonly lines: readonly string[];
  readonly failures: number;
}

/** Compares what each browser showed with what a person expects; `found` is by the browser's name. */
export function compareFindings(expected: Findings, found: ReadonlyMap<string, Findings>): Comparison {
  const lines: string[] = [];
  let failures = 0;
  for (const [name, wanted] of Object.entries(expected)) {
    const right: string[] = [];
    for (const [browser, findings] of found) {
      const shown = findings[name];
      if (shown === undefined) continue;
      if (shown === wanted) right.push(browser);
      else if (shown.startsWith(NOT_DRIVEN)) lines.push(`-       ${name}, ${browser}: ${shown}`);
      else {
        failures += 1;
        lines.push(`FAILED  ${name}, ${browser}: “${shown}” instead of “${wanted}”`);
      }
    }
    if (right.length > 0) lines.push(`ok      ${name}: “${wanted}” (${right.join(', ')})`);
  }
  return { lines, failures };
}
