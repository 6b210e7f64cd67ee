import fs from 'node:fs';
import path from 'node:path';
import { CannotRun, type Run, runCommand, UsageError, withRun } from '../support/command.ts';
import { killDescendants, ROOT } from '../support/processes.ts';
import { type Result, resultsSchema, SCENARIOS, writeReliability } from './support/reliability.ts';
import type { Scenario } from './support/scenario.ts';
import { givenFolder, runInside, runOnSmallDisks } from './support/small-disks.ts';

/**
 * npm run test:faults: every scenario of docs/reliability.md, or those of the given numbers, one after the other, each on a
 * product of its own. Writes the results into docs/reliability.json and docs/reliability.md.
 * npm run fault:save and the like: one scenario by its name, whose results are only printed.
 * Exit code 1 when a scenario failed or lost something acknowledged. --write runs nothing and only writes the document again.
 */
const data = path.join(ROOT, 'docs/reliability.json');
const text = path.join(ROOT, 'docs/reliability.md');

async function runScenario(scenario: Scenario): Promise<Omit<Result, 'number'>> {
  const day = new Date().toISOString().slice(0, 10);
  try {
    const outcome = await withRun((run) => {
      run.onEnd(killDescendants);
      return scenario.disks === undefined ? scenario.run(run) : runOnSmallDisks(scenario, run);
    });
    const { problems = [], worstRecovery, seen = '', ...counts } = outcome;
    const lost = counts.lost !== undefined && counts.lost > 0 && `${counts.lost} lost.`;
    const all = [lost, ...problems].filter((problem) => problem !== false);
    const recovery = worstRecovery === undefined ? {} : { worstRecovery: Math.ceil(worstRecovery * 10) / 10 };
    const sentences = [seen, ...all.map((problem) => `PROBLEM: ${problem}`)].join(' ').trim();
    return { day, ...counts, ...recovery, seen: sentences, outcome: all.length === 0 ? 'passed' : 'failed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { day, runs: 0, seen: reason, outcome: error instanceof CannotRun ? 'not run' : 'failed' };
  }
}

function record(...news: readonly Result[]): void {
  const before = resultsSchema.parse(JSON.parse(fs.readFileSync(data, 'utf8')));
  const kept = before.filter((result) => news.every(({ number }) => number !== result.number));
  const results = [...kept, ...news].toSorted((a, b) => a.number - b.number);
  fs.writeFileSync(data, `${JSON.stringify(results, null, 2)}\n`);
  fs.writeFileSync(text, writeReliability(results));
}

function find(word: string): Scenario {
  const scenario = SCENARIOS.find(({ number, name }) => word === String(number) || word === name);
  if (scenario) return scenario;
  const all = SCENARIOS.flatMap(({ number, name }) => [number ?? [], name ?? []].flat());
  throw new UsageError(`There is no scenario ${word}. There are ${all.join(' ')}.`);
}

async function main(run: Run): Promise<boolean> {
  const given = process.argv.slice(2);
  if (given.join() === '--write') {
    record();
    return true;
  }
  const folder = givenFolder();
  const chosen = given.length === 0 ? SCENARIOS.filter(({ number }) => number !== undefined) : given.map(find);
  if (folder !== undefined) {
    for (const scenario of chosen) await runInside(scenario, { ...run, folder });
    return true;
  }
  let isGood = true;
  for (const scenario of chosen) {
    const { number, name } = scenario;
    console.log(`${number ?? name}. ${scenario.title} …`);
    const startedAt = performance.now();
    const result = await runScenario(scenario);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`  ${result.outcome} after ${seconds} s: ${JSON.stringify(result)}`);
    if (number !== undefined && (name === undefined || !given.includes(name))) record({ number, ...result });
    isGood &&= result.outcome !== 'failed';
  }
  return isGood;
}

await runCommand(main);
