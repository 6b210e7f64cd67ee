/** The values that a browser showed, by the name of the attempt. */
export type Findings = Readonly<Record<string, string>>;

/** The beginning of a finding that the driver could not produce. It doesn't pass. */
export const NOT_DRIVEN = 'not driven here: ';

/** Compares the findings of each browser, by its name, with what a person expects. */
export function compareFindings(expected: Findings, byBrowser: ReadonlyMap<string, Findings>) {
  const lines: string[] = [];
  let failures = 0;
  for (const [name, value] of Object.entries(expected)) {
    const passed: string[] = [];
    for (const [browser, findings] of byBrowser) {
      const shown = findings[name];
      if (shown === undefined) continue;
      if (shown === value) passed.push(browser);
      else if (shown.startsWith(NOT_DRIVEN)) lines.push(`-       ${name}, ${browser}: ${shown}`);
      else {
        failures += 1;
        lines.push(`FAILED  ${name}, ${browser}: “${shown}” instead of “${value}”`);
      }
    }
    if (passed.length > 0) lines.push(`ok      ${name}: “${value}” (${passed.join(', ')})`);
  }
  return { lines, failures };
}
