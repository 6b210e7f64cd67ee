import { reasonFor, type Survivor } from './survivors.ts';

/** What a run found about one part. */
export interface PartResult {
  readonly part: string;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
  /** The day of the run, as 2026-11-21. */
  readonly day: string;
}

/** Noticed defects in percent, rounded down so that 90 means 90. A part without defects has nothing to notice. */
export function percentKilled({ killed, survivors }: PartResult): number {
  const all = killed + survivors.length;
  return all === 0 ? 100 : Math.floor((killed / all) * 100);
}

const inline = (code: string): string => `\`${code.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")}\``;

function section(result: PartResult): string {
  const rows = result.survivors.map((survivor) => {
    const place = `${survivor.file}:${survivor.line}`;
    return `| ${place} | ${inline(survivor.code)} | ${inline(survivor.replacement)} | ${reasonFor(survivor) ?? '**a test is missing**'} |`;
  });
  const head = ['| Where | In the source | Tried | Why no test notices |', '|---|---|---|---|'];
  return [`## ${result.part}`, '', ...(rows.length === 0 ? ['Nothing survives.'] : [...head, ...rows])].join('\n');
}

/** docs/mutation.md: a table of all parts, then what survives in each. */
export function mutationReport(parts: readonly string[], results: readonly PartResult[]): string {
  const rows = parts.map((part) => {
    const result = results.find((one) => one.part === part);
    if (result === undefined) return `| ${part} | | | not measured yet | |`;
    const { killed, survivors, day } = result;
    return `| ${part} | ${killed + survivors.length} | ${killed} | ${percentKilled(result)} % | ${day} |`;
  });
  return [
    '# Do the tests notice?',
    '',
    '`npm run test:mutation` puts small defects into the code, one at a time, and runs the tests that reach them. This page is',
    'written by that command: `npm run test:mutation -- engine rules` measures two parts again and leaves the others as they are.',
    'Why a defect may survive stands in `tools/mutation/survivors.ts`. Tests that run in a browser are not asked.',
    '',
    '| Part | Defects | Noticed | Share | Measured |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...results.flatMap((result) => [section(result), '']),
  ].join('\n');
}
