import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { ensurePackages } from '../bootstrap/packages.mjs';
import { type DefectChoice, nameDefect } from './defect-filter.ts';
import { findPart, NO_TESTS, PARTS } from './parts.ts';
import { mutationReport } from './report.ts';
import { type PartResult, partResult, percentNoticed, summarize, updateSurvivors } from './results.ts';
import { runStryker } from './run-stryker.ts';

/**
 * npm run test:mutation: puts small defects into parts of the code and counts those that the tests notice. Slow, so it
 * is no part of npm test and runs at the lowest priority. Its options stand in docs/mutation.md, which it writes. Ends
 * with 1 below 90 %.
 */
const REQUIRED_PERCENT = 90;
const root = path.resolve(import.meta.dirname, '../..');
const RESULTS = path.join(root, 'tools/mutation/results.json');
const DOCUMENT = path.join(root, 'docs/mutation.md');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    mutate: { type: 'string' },
    concurrency: { type: 'string', default: '1' },
  },
});
const wholeNumber = z.coerce.number().int().positive();
/** Told to end, it ends Stryker first, and then the database that it has started for it. */
const ended = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    process.exitCode = 128 + os.constants.signals[name];
    ended.abort();
  });
}
const seed = options.sample === undefined ? undefined : wholeNumber.parse(options.seed);

function chooseDefects(earlier: PartResult | undefined): DefectChoice | undefined {
  if (seed !== undefined) return { size: wholeNumber.parse(options.sample), seed };
  if (!options.survivors) return undefined;
  const names = (earlier?.survivors ?? []).map(({ file, line, column, code, mutatorName, replacement }) => {
    // Stryker counts from 0 while it runs and from 1 in what it writes.
    const start = { line: line - 1, column: column - 1 };
    const lines = code.split('\n');
    const lastLength = lines.at(-1)?.length ?? 0;
    const end = {
      line: start.line + lines.length - 1,
      column: lines.length === 1 ? start.column + lastLength : lastLength,
    };
    return nameDefect({ fileName: path.join(root, file), mutatorName, replacement, location: { start, end } });
  });
  return { names };
}

async function measure(name: string, earlier: PartResult | undefined, databaseUrl?: string): Promise<PartResult> {
  const defects = await runStryker({
    root,
    part: name,
    files: options.mutate === undefined ? findPart(name).mutate : [options.mutate, ...NO_TESTS],
    choice: chooseDefects(earlier),
    concurrency: wholeNumber.parse(options.concurrency),
    databaseUrl,
    ended: ended.signal,
  });
  const day = new Date().toISOString().slice(0, 10);
  return options.survivors && earlier
    ? updateSurvivors(earlier, defects, day)
    : summarize(name, defects, { seed, day });
}

/** Measures with one PostgreSQL for all defects; none is started for parts that need none. */
async function measureWithDatabase(name: string, earlier: PartResult | undefined): Promise<PartResult> {
  if (!findPart(name).needsDatabase || process.env.TEST_DATABASE_URL)
    return measure(name, earlier, process.env.TEST_DATABASE_URL);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-mutation-database-'));
  const database = await startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  try {
    return await measure(name, earlier, database.url);
  } finally {
    await database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

process.chdir(root);
os.setPriority(os.constants.priority.PRIORITY_LOW);
await ensurePackages(path.join(root, 'tools/mutation'));
const known = fs.existsSync(RESULTS) ? z.array(partResult).parse(JSON.parse(fs.readFileSync(RESULTS, 'utf8'))) : [];
const results = new Map<string, PartResult>(known.map((result) => [result.part, result]));
try {
  for (const part of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
    const result = await measureWithDatabase(part, results.get(part));
    console.log(
      `${part}: ${percentNoticed(result)} % of ${result.tried} defects are noticed (${result.defects} in all)`,
    );
    for (const { file, line, code, replacement } of result.survivors)
      console.log(`${file}:${line}\n- ${code}\n+ ${replacement}`);
    if (percentNoticed(result) < REQUIRED_PERCENT) process.exitCode = 1;
    if (options.mutate !== undefined) continue;
    results.set(part, result);
    const sorted = Object.keys(PARTS).flatMap((name) => results.get(name) ?? []);
    fs.writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`);
    fs.writeFileSync(DOCUMENT, mutationReport(Object.keys(PARTS), sorted));
  }
} catch (error) {
  if (!ended.signal.aborted) throw error;
  console.error('Ended before it was done. Parts that were measured before are written down.');
}
