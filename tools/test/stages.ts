import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import { makeDatabaseFolder } from '../../apps/server/src/db/database-folder.testing.ts';
import { makePseudoProduct } from '../gallery/pseudo-product.ts';
import type { StageName } from './options.ts';
import { type Counts, readReport, type StageResult } from './reports.ts';
import { runProgram } from './run-program.ts';

export interface Stage {
  readonly name: StageName;
  readonly what: string;
  readonly needsBrowser: boolean;
  run(root: string): Promise<StageResult>;
}

const stage = (
  name: StageName,
  what: string,
  count: (root: string) => Promise<Counts>,
  { needsBrowser = false } = {},
): Stage => ({
  name,
  what,
  needsBrowser,
  async run(root) {
    const startedAt = performance.now();
    const counts = await count(root);
    return { name, ...counts, seconds: (performance.now() - startedAt) / 1000 };
  },
});

export const STAGES: readonly Stage[] = [
  stage('types', 'every workspace compiles', checkTypes),
  stage('lint', 'lint rules and format', (root) =>
    check(root, '@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  ),
  stage('imports', 'each folder imports only what it may', (root) =>
    check(root, 'dependency-cruiser/bin/dependency-cruiser.mjs', [
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err'],
      ...['apps', 'packages', 'forms', 'partners', 'e2e', 'checks', 'tools'].filter((folder) =>
        fs.existsSync(path.join(root, folder)),
      ),
    ]),
  ),
  stage('unit', 'packages, server with its database, web app, tools', (root) => runVitest(root, 'day'), {
    needsBrowser: true,
  }),
  stage('walks', 'the main job, in a browser', (root) => runProjects(root, 'walks', 'pdf-viewer'), {
    needsBrowser: true,
  }),
  stage('slow-unit', 'what starts programs, converts, prints or backs up', (root) => runVitest(root, 'night'), {
    needsBrowser: true,
  }),
  stage('night-walks', 'every screen, odd weather, attacks', (root) => runProjects(root, 'night', 'attacks'), {
    needsBrowser: true,
  }),
  stage('pseudo', 'every screen in a pseudo-language, with longer texts, in both directions', runPseudo, {
    needsBrowser: true,
  }),
  stage('partners', 'the core walks for every other university, in a folder of its own', runCoreWalks, {
    needsBrowser: true,
  }),
];

const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** The folders with a tsconfig.json of their own. */
function workspaces(root: string): readonly string[] {
  const folders = ['apps', 'packages', 'forms', '.'].flatMap((parent) =>
    fs.readdirSync(path.join(root, parent)).map((name) => path.join(parent, name)),
  );
  return folders.filter((folder) => fs.existsSync(path.join(root, folder, 'tsconfig.json'))).sort();
}

/** The compiler reads some files alone and others side by side: two at a time keep two cores busy. */
const COMPILERS = 2;

async function checkTypes(root: string): Promise<Counts> {
  const failures: string[] = [];
  const printed = new Set<string>();
  let passed = 0;
  const waiting = [...workspaces(root)];
  const compileNext = async (): Promise<void> => {
    for (let workspace = waiting.shift(); workspace !== undefined; workspace = waiting.shift()) {
      // Incremental: only files that changed since the last run are checked.
      const kept = path.join('node_modules/.cache/types', `${workspace.replaceAll(path.sep, '-')}.json`);
      const args = ['-p', workspace, '--incremental', '--tsBuildInfoFile', kept];
      const { code, output } = await runProgram(root, 'typescript/bin/tsc', args, { show: false });
      if (code === 0) passed++;
      else {
        failures.push(workspace);
        // A mistake in a package is one of every workspace that imports it.
        const found = output.trim().split('\n');
        const news = found.filter((line) => !printed.has(line));
        for (const line of news) printed.add(line);
        if (news.length > 0) console.log([workspace, ...news].join('\n'));
      }
    }
  };
  await Promise.all(Array.from({ length: COMPILERS }, compileNext));
  return { passed, failed: failures.length, skipped: 0, failures };
}

async function check(root: string, program: string, args: readonly string[]): Promise<Counts> {
  const { code, output } = await runProgram(root, program, args, { show: false });
  if (code === 0) return { ...NO_TESTS, passed: 1 };
  console.log(output.trim());
  return { ...NO_TESTS, failed: 1 };
}

/** On CI a failed test is tried once more, and the runner names it: one that passes then is a defect to mend, but stops nobody's work. */
const RETRIES = process.env.CI ? 1 : 0;

function runVitest(root: string, when: 'day' | 'night'): Promise<Counts> {
  return runWithReport(root, 'vitest/vitest.mjs', (file) => ({
    args: ['run', `--retry=${RETRIES}`, '--reporter=default', '--reporter=junit', `--outputFile.junit=${file}`],
    env: { TESTS: when },
  }));
}

/** `envIn`: more variables, from the folder of the run. */
function runPlaywright(
  root: string,
  args: readonly string[],
  envIn: (folder: string) => NodeJS.ProcessEnv = () => ({}),
): Promise<Counts> {
  return runWithReport(root, '@playwright/test/cli.js', (file, folder) => ({
    args: ['test', `--retries=${RETRIES}`, ...args],
    env: { E2E_DATA_DIR: path.join(folder, 'data'), E2E_REPORT_FILE: file, ...envIn(folder) },
  }));
}

const runProjects = (root: string, ...projects: readonly string[]): Promise<Counts> =>
  runPlaywright(root, ['--pass-with-no-tests', ...projects.map((project) => `--project=${project}`)]);

/** The product with a pseudo-language in the place of Spanish, in a folder of its own. */
async function runPseudo(root: string): Promise<Counts> {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-pseudo-'));
  const output = ['--output', path.join(root, 'test-results/pseudo')];
  try {
    await makePseudoProduct(root, copy);
    const args = ['--project=night', ...output, 'e2e/night/pseudo-screens.e2e.ts'];
    return await runPlaywright(copy, args, () => ({ PSEUDO_LANGUAGE: 'yes' }));
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

/** Walks from sign-up to the PDF copy, every question, and what a university adds. */
const CORE_WALKS = ['e2e/walk.e2e.ts', 'e2e/night/partner.e2e.ts'];

async function runCoreWalks(root: string): Promise<Counts> {
  const partners = path.join(root, 'partners');
  const others = fs
    .readdirSync(partners)
    .filter((slug) => slug !== DEFAULT_PARTNER && fs.existsSync(path.join(partners, slug, 'partner.ts')));
  let all = NO_TESTS;
  for (const slug of others) {
    const counts = await runPlaywright(root, ['--project=walks', '--project=night', ...CORE_WALKS], (folder) => {
      const own = path.join(folder, slug);
      fs.cpSync(path.join(partners, slug), own, { recursive: true });
      return { PARTNER_DIR: own };
    });
    all = {
      passed: all.passed + counts.passed,
      failed: all.failed + counts.failed,
      skipped: all.skipped + counts.skipped,
      failures: [...all.failures, ...counts.failures.map((failure) => `${slug}: ${failure}`)],
    };
  }
  return all;
}

/** Runs a test runner, shows its output, and reads its report. A non-zero exit without a failed test counts as one failure. */
async function runWithReport(
  root: string,
  program: string,
  how: (file: string, folder: string) => { readonly args: readonly string[]; readonly env?: NodeJS.ProcessEnv },
): Promise<Counts> {
  // For the report and the product's data; removed afterwards.
  const folder = makeDatabaseFolder('firstyear-test-');
  try {
    const file = path.join(folder, 'report.xml');
    const { args, env = {} } = how(file, folder);
    const { code } = await runProgram(root, program, args, { show: true, env });
    const counts = fs.existsSync(file) ? readReport(fs.readFileSync(file, 'utf8')) : NO_TESTS;
    if (code === 0 || counts.failed > 0) return counts;
    return { ...counts, failed: 1, failures: [`it ended with code ${code} and named no test`] };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
