import fs from 'node:fs';
import path from 'node:path';
import { CannotRun, runCommand, UsageError, withRun } from '../support/command.ts';
import { descendantsOf, killAll, ROOT } from '../support/processes.ts';
import * as alone from './scenarios/alone.ts';
import * as conditions from './scenarios/conditions.ts';
import * as databases from './scenarios/databases.ts';
import * as documents from './scenarios/documents.ts';
import { papers } from './scenarios/papers.ts';
import * as processes from './scenarios/processes.ts';
import type { Outcome, Scenario } from './support/scenario.ts';

/** Those of docs/reliability.md, in order. */
const SCENARIOS: readonly Scenario[] = [alone, conditions, documents, processes, databases]
  .flatMap((scenarios): readonly Scenario[] => Object.values(scenarios))
  .concat(papers)
  .toSorted((a, b) => a.number - b.number);

interface Result extends Outcome {
  readonly verdict: 'passed' | 'failed' | 'not run';
}

async function runScenario(scenario: Scenario): Promise<Result> {
  try {
    const outcome = await withRun((run) => {
      run.onEnd(() => killAll(descendantsOf(process.pid)));
      return scenario.run(run);
    });
    const { problems = [], lost = 0 } = outcome;
    const failures = [lost > 0 && `${lost} lost.`, ...problems].filter((problem) => problem !== false);
    return { ...outcome, problems: failures, verdict: failures.length === 0 ? 'passed' : 'failed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { runs: 0, seen: reason, verdict: error instanceof CannotRun ? 'not run' : 'failed' };
  }
}

/** Writes the row of a scenario in docs/reliability.md. */
function record({ number, title }: Scenario, { runs, acknowledged, lost, worstRecovery, verdict }: Result): void {
  const file = path.join(ROOT, 'docs/reliability.md');
  const count = (value: number | undefined) => (value === undefined ? '–' : value.toLocaleString('en-US'));
  const recovery = worstRecovery === undefined ? '–' : `${(Math.ceil(worstRecovery * 10) / 10).toFixed(1)} s`;
  const day = verdict === 'passed' ? new Date().toISOString().slice(0, 10) : verdict;
  const row = `| ${[number, title, count(runs), count(acknowledged), count(lost), recovery, day].join(' | ')} |`;
  const before = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, before.replace(new RegExp(`^\\| ${number} \\|.*$`, 'm'), row));
}

function findScenario(word: string): Scenario {
  const scenario = SCENARIOS.find(({ number, name }) => word === String(number) || word === name);
  if (scenario) return scenario;
  const names = SCENARIOS.flatMap(({ number, name = [] }) => [number, name].flat());
  throw new UsageError(`There is no scenario ${word}. There are ${names.join(' ')}.`);
}

/**
 * npm run test:faults: every scenario of docs/reliability.md that npm test doesn't cover, or those with the given numbers, one
 * after the other, each on a product of its own. Writes their rows of docs/reliability.md.
 * npm run fault:save and the like: one scenario by name; its result is only printed.
 * Exit code 1 when a scenario failed or lost something acknowledged.
 */
async function main(): Promise<boolean> {
  const args = process.argv.slice(2);
  const chosen = args.length === 0 ? SCENARIOS : args.map(findScenario);
  let isGood = true;
  for (const scenario of chosen) {
    const { number, name } = scenario;
    console.log(`${number}. ${scenario.title} …`);
    const startedAt = performance.now();
    const result = await runScenario(scenario);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`  ${result.verdict} after ${seconds} s: ${JSON.stringify(result)}`);
    if (name === undefined || !args.includes(name)) record(scenario, result);
    isGood &&= result.verdict !== 'failed';
  }
  return isGood;
}

await runCommand(main);
