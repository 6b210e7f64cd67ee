/** Called once for each attempt, with the value that we expect and the value that the browser showed. */
export type Report = (attempt: string, expected: string, shown: string) => void;

interface Finding {
  readonly browser: string;
  readonly attempt: string;
  readonly expected: string;
  readonly shown: string;
}

/** The beginning of a value that the driver could not produce. It doesn't pass. */
export const NOT_DRIVEN = 'not driven here: ';

/** The findings of all browsers, with what a person expects. */
export class Findings {
  readonly #all: Finding[] = [];

  reportOf(browser: string): Report {
    return (attempt, expected, shown) => void this.#all.push({ browser, attempt, expected, shown });
  }

  /** A line for each attempt that all browsers passed alike, and for each that one didn't. */
  compare() {
    const lines: string[] = [];
    let failures = 0;
    for (const [attempt, findings] of Map.groupBy(this.#all, (finding) => finding.attempt)) {
      const passed = findings.filter(({ expected, shown }) => shown === expected);
      for (const { browser, expected, shown } of findings) {
        if (shown.startsWith(NOT_DRIVEN)) lines.push(`-       ${attempt}, ${browser}: ${shown}`);
        else if (shown !== expected) {
          failures += 1;
          lines.push(`FAILED  ${attempt}, ${browser}: “${shown}” instead of “${expected}”`);
        }
      }
      const [first] = passed;
      if (first)
        lines.push(`ok      ${attempt}: “${first.shown}” (${passed.map(({ browser }) => browser).join(', ')})`);
    }
    return { lines, failures };
  }
}
