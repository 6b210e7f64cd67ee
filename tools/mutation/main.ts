import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { z } from 'zod';
import { PARTS } from './parts.ts';
import { mutationReport, type PartResult, percentKilled } from './report.ts';

/**
 * npm run test:mutation: puts small defects into parts of the code and counts those that the tests notice. Slow, so it
 * is no part of npm test, runs at the lowest priority and tries one defect at a time. `-- engine rules` names parts;
 * `--mutate=<pattern>` looks at some files of one part only and writes nothing down. Ends with 1 below 90 %.
 */
const REQUIRED_PERCENT = 90;
const root = path.resolve(import.meta.dirname, '../..');
const RESULTS = path.join(root, 'tools/mutation/results.json');
const DOCUMENT = path.join(root, 'docs/mutation.md');

const partResult = z.object({
  part: z.string(),
  killed: z.number(),
  day: z.string(),
  survivors: z.array(
    z.object({
      file: z.string(),
      line: z.number(),
      source: z.string(),
      mutator: z.string(),
      code: z.string(),
      replacement: z.string(),
    }),
  ),
});

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const linesOf = (fileName: string) => fs.readFileSync(path.resolve(root, fileName), 'utf8').split('\n');

/** The source that a defect replaced; lines and columns are counted from 1. */
function codeOf({ fileName, location: { start, end } }: MutantResult): string {
  const lines = linesOf(fileName).slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

async function measure(part: string, only: string | undefined): Promise<PartResult> {
  const chosen = PARTS[part];
  if (chosen === undefined)
    throw new Error(`There is no part "${part}". Choose from ${Object.keys(PARTS).join(', ')}.`);
  const stryker = new Stryker({
    mutate: only === undefined ? [...chosen.mutate] : [only],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: `tools/mutation/${chosen.config}.vitest.config.ts`, related: true },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    allowConsoleColors: false,
    // What Node would not run: types stay as they are, only comments that switch checks off are put in.
    disableTypeChecks: true,
    ignorePatterns: ['docs', 'data', 'test-results', 'e2e', 'apps/web/dist', 'apps/server/data-starter'],
    tempDirName: '.stryker-tmp',
    timeoutMS: 30_000,
    warnings: false,
  });
  const mutants = await stryker.runMutationTest();
  const isKilled = ({ status }: MutantResult) => status === 'Killed' || status === 'Timeout';
  const hasSurvived = ({ status }: MutantResult) => status === 'Survived' || status === 'NoCoverage';
  return {
    part,
    killed: mutants.filter(isKilled).length,
    day: new Date().toISOString().slice(0, 10),
    survivors: mutants.filter(hasSurvived).map((mutant) => ({
      file: path.relative(root, path.resolve(root, mutant.fileName)),
      line: mutant.location.start.line,
      source: linesOf(mutant.fileName)[mutant.location.start.line - 1]?.trim() ?? '',
      mutator: mutant.mutatorName,
      code: codeOf(mutant),
      replacement: mutant.replacement,
    })),
  };
}

process.chdir(root);
os.setPriority(os.constants.priority.PRIORITY_LOW);
const args = process.argv.slice(2);
const only = args.find((arg) => arg.startsWith('--mutate='))?.slice('--mutate='.length);
const named = args.filter((arg) => !arg.startsWith('--'));
const known = fs.existsSync(RESULTS) ? z.array(partResult).parse(JSON.parse(fs.readFileSync(RESULTS, 'utf8'))) : [];
const results = new Map<string, PartResult>(known.map((result) => [result.part, result]));
for (const part of named.length > 0 ? named : Object.keys(PARTS)) {
  const result = await measure(part, only);
  console.log(`${part}: ${percentKilled(result)} % of ${result.killed + result.survivors.length} defects are noticed`);
  if (percentKilled(result) < REQUIRED_PERCENT) process.exitCode = 1;
  if (only !== undefined) continue;
  results.set(part, result);
  const sorted = Object.keys(PARTS).flatMap((name) => results.get(name) ?? []);
  fs.writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`);
  fs.writeFileSync(DOCUMENT, mutationReport(Object.keys(PARTS), sorted));
}
