import fs from 'node:fs';
import path from 'node:path';
import { CannotRun, runCommand, UsageError, withRun } from '../support/command.ts';
import { descendantsOf, killAll, ROOT } from '../support/processes.ts';
import { type Result, resultsSchema, SCENARIOS, writeReliability } from './support/reliability.ts';
import type { Scenario } from './support/scenario.ts';

/**
 * npm run test:faults: every scenario of docs/reliability.md that npm test doesn't cover, or those with the given numbers, one
 * after the other, each on a product of its own. Writes the results into docs/reliability.json and docs/reliability.md.
 * npm run fault:save and the like: one scenario by name; its result is only printed.
 * Exit code 1 when a scenario failed or lost something acknowledged.
 */
const data = path.join(ROOT, 'docs/reliability.json');
const text = path.join(ROOT, 'docs/reliability.md');

async function runScenario(scenario: Scenario): Promise<Omit<Result, 'number'>> {
  const day = new Date().toISOString().slice(0, 10);
  try {
    const outcome = await withRun((run) => {
      run.onEnd(() => killAll(descendantsOf(process.pid)));
      return scenario.run(run);
    });
    const { problems = [], worstRecovery, seen = '', ...counts } = outcome;
    const lost = counts.lost !== undefined && counts.lost > 0 && `${counts.lost} lost.`;
    const failures = [lost, ...problems].filter((problem) => problem !== false);
    const recovery = worstRecovery === undefined ? {} : { worstRecovery: Math.ceil(worstRecovery * 10) / 10 };
    const sentences = [seen, ...failures.map((problem) => `PROBLEM: ${problem}`)].join(' ').trim();
    return { day, ...counts, ...recovery, seen: sentences, outcome: failures.length === 0 ? 'passed' : 'failed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { day, runs: 0, seen: reason, outcome: error instanceof CannotRun ? 'not run' : 'failed' };
  }
}

function record(result: Result): void {
  const earlier = resultsSchema.parse(JSON.parse(fs.readFileSync(data, 'utf8')));
  const others = earlier.filter(({ number }) => number !== result.number);
  const results = [...others, result].toSorted((a, b) => a.number - b.number);
  fs.writeFileSync(data, `${JSON.stringify(results, null, 2)}\n`);
  fs.writeFileSync(text, writeReliability(results));
}

function findScenario(word: string): Scenario {
  const scenario = SCENARIOS.find(({ number, name }) => word === String(number) || word === name);
  if (scenario) return scenario;
  const names = SCENARIOS.flatMap(({ number, name }) => [number ?? [], name ?? []].flat());
  throw new UsageError(`There is no scenario ${word}. There are ${names.join(' ')}.`);
}

async function main(): Promise<boolean> {
  const args = process.argv.slice(2);
  const chosen = args.length === 0 ? SCENARIOS.filter(({ number }) => number !== undefined) : args.map(findScenario);
  let isGood = true;
  for (const scenario of chosen) {
    const { number, name } = scenario;
    console.log(`${number ?? name}. ${scenario.title} …`);
    const startedAt = performance.now();
    const result = await runScenario(scenario);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`  ${result.outcome} after ${seconds} s: ${JSON.stringify(result)}`);
    if (number !== undefined && (name === undefined || !args.includes(name))) record({ number, ...result });
    isGood &&= result.outcome !== 'failed';
  }
  return isGood;
}

await runCommand(main);
