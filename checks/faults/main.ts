import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { cleanUpOnSignals, killDescendants, ROOT, withFolder } from '../support/processes.ts';
import { SCENARIOS } from './support/all-scenarios.ts';
import { type Result, resultsSchema, writeReliability } from './support/reliability.ts';
import { CannotRun, type Outcome, type Scenario } from './support/scenario.ts';
import { givenFolder, leaveOutcome, runOnSmallDisks } from './support/small-disks.ts';

/**
 * npm run test:faults: every scenario of docs/reliability.md, or those whose numbers are given, one after the other, each
 * on a product that is started for it. Writes what came out into docs/reliability.json and docs/reliability.md.
 * npm run fault:save and the like: one scenario by its name, of which nothing is written.
 * Exit code 1 when something acknowledged was lost, or a scenario did not come out as it must; 2 for a scenario that there
 * is not. With --write it runs nothing, and only writes the document again.
 */
const data = path.join(ROOT, 'docs/reliability.json');
const text = path.join(ROOT, 'docs/reliability.md');

const cleanup = cleanUpOnSignals();

async function runIn(folder: string, scenario: Scenario): Promise<Outcome> {
  if (scenario.disks === undefined) return scenario.run(folder);
  const outcome = await runOnSmallDisks(scenario, folder);
  if ('cannotRun' in outcome) throw new CannotRun(String(outcome.cannotRun));
  return outcome;
}

async function run(scenario: Scenario): Promise<Omit<Result, 'number'>> {
  const day = new Date().toISOString().slice(0, 10);
  try {
    const {
      problems = [],
      worstRecovery,
      seen = '',
      ...outcome
    } = await withFolder((folder) => {
      cleanup.add(() => rm(folder, { recursive: true, force: true }));
      cleanup.add(killDescendants);
      return runIn(folder, scenario);
    });
    const lost = outcome.lost !== undefined && outcome.lost > 0 && `${outcome.lost} lost.`;
    const all = [lost, ...problems].filter((problem) => problem !== false);
    const recovery = worstRecovery === undefined ? {} : { worstRecovery: Math.ceil(worstRecovery * 10) / 10 };
    const said = [seen, ...all.map((problem) => `PROBLEM: ${problem}`)].join(' ').trim();
    return { day, ...outcome, ...recovery, seen: said, outcome: all.length === 0 ? 'passed' : 'failed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { day, runs: 0, seen: reason, outcome: error instanceof CannotRun ? 'not run' : 'failed' };
  }
}

function record(...news: readonly Result[]): void {
  const before = fs.existsSync(data) ? resultsSchema.parse(JSON.parse(fs.readFileSync(data, 'utf8'))) : [];
  const isOld = (result: Result) => news.every(({ number }) => number !== result.number);
  const results = [...before.filter(isOld), ...news].toSorted((a, b) => a.number - b.number);
  fs.writeFileSync(data, `${JSON.stringify(results, null, 2)}\n`);
  fs.writeFileSync(text, writeReliability(SCENARIOS, results));
}

const given = process.argv.slice(2);
const find = (word: string) => SCENARIOS.find(({ number, name }) => word === String(number) || word === name);
const unknown = given.filter((word) => word !== '--write' && find(word) === undefined);
const inside = givenFolder();
if (unknown.length > 0) {
  const all = SCENARIOS.flatMap(({ number, name }) => [number ?? [], name ?? []].flat());
  console.error(`There is no scenario ${unknown.join(', ')}. There are ${all.join(' ')}.`);
  process.exitCode = 2;
} else if (inside !== undefined) {
  const outcome = await find(given[0] ?? '')
    ?.run(inside)
    .catch((error: Error) =>
      error instanceof CannotRun ? { cannotRun: error.message } : { runs: 0, problems: [error.message] },
    );
  await leaveOutcome(inside, outcome ?? {});
  process.exit(0);
} else if (given.join() === '--write') record();
else {
  const chosen =
    given.length === 0
      ? SCENARIOS.filter(({ number }) => number !== undefined)
      : given.flatMap((word) => find(word) ?? []);
  for (const scenario of chosen) {
    const { number, name } = scenario;
    console.log(`${number ?? name}. ${scenario.title} …`);
    const startedAt = performance.now();
    const result = await run(scenario);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`  ${result.outcome} after ${seconds} s: ${JSON.stringify(result)}`);
    if (number !== undefined && (name === undefined || !given.includes(name))) record({ number, ...result });
    if (result.outcome === 'failed') process.exitCode = 1;
  }
}
