import { type PartResult, percentNoticed, type Survivor } from './results.ts';
import { confidenceInterval } from './sample.ts';
import { reasonFor } from './survivors.ts';

const inline = (code: string): string => `\`${code.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")}\``;

const describe = (survivor: Survivor): string =>
  `| ${survivor.file}:${survivor.line} | ${inline(survivor.code)} | ${inline(survivor.replacement)} | ${reasonFor(survivor) ?? '**a test is missing**'} |`;

function section({ part, survivors }: PartResult): string {
  const head = ['| Where | In the source | Tried | Why no test notices |', '|---|---|---|---|'];
  const body = survivors.length === 0 ? ['Nothing survives.'] : [...head, ...survivors.map(describe)];
  return [`## ${part}`, '', ...body].join('\n');
}

function row(part: string, result: PartResult | undefined): string {
  if (result === undefined) return `| ${part} | | | | not measured yet | | |`;
  const { defects, tried, noticed, noticedLater = 0, timeouts = 0, seed, day } = result;
  const [low, high] = confidenceInterval(noticed, tried);
  const extent = seed === undefined ? 'all' : `${tried}, seed ${seed}`;
  const interval = seed === undefined ? 'exact' : `${low}–${high} %`;
  return `| ${part} | ${defects} | ${extent} | ${noticed} of ${tried}${timeouts > 0 ? `, ${timeouts} by a time-out` : ''}${noticedLater > 0 ? `; ${noticedLater} more since` : ''} | ${percentNoticed(result)} % | ${interval} | ${day} |`;
}

/** docs/mutation.md: a table of all parts, then what survives in each. */
export function mutationReport(parts: readonly string[], results: readonly PartResult[]): string {
  const findResult = (part: string) => results.find((one) => one.part === part);
  return [
    '# Do the tests notice?',
    '',
    '`npm run test:mutation` puts small defects into the code, one at a time, and runs the tests that reach them. This page is',
    'written by that command: `npm run test:mutation -- engine rules` measures two parts again and leaves the others as they are.',
    'Why a defect may survive stands in `tools/mutation/survivors.ts`. Tests that run in a browser are not asked, nor those of',
    'the form with generated answers, so what is noticed here is the least.',
    '',
    'The command brings its tools from `tools/mutation/package-lock.json` on its first use: nothing else needs them.',
    '',
    '- `--sample=150 --seed=7` tries that many defects, chosen at random from the whole part. The share of the whole part is then',
    '  within the interval of the table with 95 % confidence.',
    '- `--survivors` tries only what survived the last time, for tests that were added since.',
    '- `--mutate=<pattern>` looks at some files of one part and writes nothing down. `--concurrency=2` tries two at a time.',
    '',
    'A defect that makes the tests run without end counts as noticed. How many those are is said, because on a busy machine tests',
    'that are only slow look the same. Tests that were written for what survived in a sample do not change its share: they say',
    'nothing about the defects that were not tried.',
    '',
    '| Part | Defects | Tried | Noticed | Share | 95 % interval | Measured |',
    '|---|---|---|---|---|---|---|',
    ...parts.map((part) => row(part, findResult(part))),
    '',
    ...parts.flatMap((part) => findResult(part) ?? []).flatMap((result) => [section(result), '']),
  ].join('\n');
}
