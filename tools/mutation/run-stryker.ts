import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type DefectChoice, LEFT_OUT } from './defect-filter.ts';

const STRYKER = 'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
/** Stryker sees most endless loops by counting; this is for the others, and long, because a machine under load is no defect. */
const TIMEOUT_MS = 60_000;

/** Where Stryker puts its copies of the code; it leaves them when it is ended. */
const COPIES = '.stryker-tmp';

const position = z.object({ line: z.number(), column: z.number() });
const strykerReport = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().default(''),
          status: z.string(),
          statusReason: z.string().optional(),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
});
type Location = z.infer<typeof strykerReport>['files'][string]['mutants'][number]['location'];

/** A defect that was tried or left out. Lines and columns are counted from 1. */
export interface Defect {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutatorName: string;
  /** What stood there, what was tried instead, and the whole line. */
  readonly code: string;
  readonly replacement: string;
  readonly source: string;
  /** `broken`: with it the tests could not even be loaded, so nothing can be said. */
  readonly outcome: 'noticed' | 'timeout' | 'survived' | 'broken' | 'left out';
}

const OUTCOMES: Readonly<Record<string, Defect['outcome']>> = {
  Killed: 'noticed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'survived',
  RuntimeError: 'broken',
};

function codeAt(lines: readonly string[], { start, end }: Location): string {
  const last = end.line - start.line;
  return lines
    .slice(start.line - 1, end.line)
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

export interface StrykerOptions {
  readonly root: string;
  readonly part: string;
  readonly files: readonly string[];
  readonly choice: DefectChoice | undefined;
  readonly concurrency: number;
  readonly databaseUrl: string | undefined;
  /** Aborts when this run is told to end. */
  readonly ended: AbortSignal;
}

function writeConfig(options: StrykerOptions, folder: string): { config: string; report: string } {
  const report = path.join(folder, 'report.json');
  const config = path.join(folder, 'stryker.json');
  const content = {
    mutate: options.files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', path.join(options.root, 'tools/mutation/defect-filter.ts')],
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ...(options.choice && { checkers: ['chosen'], defectChoice: options.choice }),
    concurrency: options.concurrency,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
    // What Node would not run: types stay as they are, only comments that switch checks off are put in.
    disableTypeChecks: true,
    ignorePatterns: ['docs', 'data', 'test-results', 'e2e', 'apps/web/dist', 'apps/server/data-starter', COPIES],
    tempDirName: path.join(COPIES, path.basename(folder)),
    timeoutMS: TIMEOUT_MS,
    warnings: false,
  };
  fs.writeFileSync(config, JSON.stringify(content));
  return { config, report };
}

/** Puts the defects in, one at a time, and says of each what became of it. Raises an error when Stryker fails, or is ended. */
export async function runStryker(options: StrykerOptions): Promise<readonly Defect[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-mutation-'));
  try {
    const { config, report } = writeConfig(options, folder);
    const child = spawn(process.execPath, [path.join(options.root, STRYKER), 'run', config], {
      cwd: options.root,
      env: { ...process.env, MUTATION_PART: options.part, TEST_DATABASE_URL: options.databaseUrl ?? '' },
      stdio: 'inherit',
      signal: options.ended,
    });
    // That it was ended is said by the lack of a report.
    child.on('error', () => undefined);
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (!fs.existsSync(report)) throw new Error(`Stryker ended with code ${code} and wrote no report.`);
    return readReport(fs.readFileSync(report, 'utf8'));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.rmSync(path.join(options.root, COPIES, path.basename(folder)), { recursive: true, force: true });
  }
}

/** The defects in a report that Stryker wrote as JSON. */
export function readReport(json: string): readonly Defect[] {
  return Object.entries(strykerReport.parse(JSON.parse(json)).files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ mutatorName, replacement, status, statusReason, location }) => ({
      file,
      line: location.start.line,
      column: location.start.column,
      mutatorName,
      replacement,
      code: codeAt(lines, location),
      source: lines[location.start.line - 1]?.trim() ?? '',
      outcome: statusReason === LEFT_OUT ? 'left out' : (OUTCOMES[status] ?? 'broken'),
    }));
  });
}
