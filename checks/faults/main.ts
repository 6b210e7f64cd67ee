import fs from 'node:fs';
import path from 'node:path';
import { SCENARIOS } from './support/all-scenarios.ts';
import { type Result, resultsSchema, writeReliability } from './support/reliability.ts';
import { CannotRun, type Scenario } from './support/scenario.ts';

/**
 * npm run test:faults: every scenario of docs/reliability.md, or those whose numbers are given, one after the other, each
 * on a product that is started for it. Writes what came out into docs/reliability.json and docs/reliability.md. Exit code 1
 * when something acknowledged was lost, or a scenario did not come out as it must; 2 for numbers that there are not.
 * With --write it runs nothing, and only writes the document again.
 */
const docs = path.resolve(import.meta.dirname, '../../docs');
const [data, text] = [path.join(docs, 'reliability.json'), path.join(docs, 'reliability.md')];

async function run(scenario: Scenario): Promise<Result> {
  const base = { number: scenario.number, day: new Date().toISOString().slice(0, 10) };
  try {
    const { problems, worstRecovery, ...outcome } = await scenario.run();
    const all = outcome.lost === undefined || outcome.lost === 0 ? problems : [`${outcome.lost} lost.`, ...problems];
    const seen = [outcome.seen, ...all.map((problem) => `PROBLEM: ${problem}`)].join(' ');
    const recovery = worstRecovery === undefined ? {} : { worstRecovery: Math.ceil(worstRecovery * 10) / 10 };
    return { ...base, ...outcome, ...recovery, seen, outcome: all.length === 0 ? 'passed' : 'failed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...base, runs: 0, seen: reason, outcome: error instanceof CannotRun ? 'not run' : 'failed' };
  }
}

function record(...news: readonly Result[]): void {
  const before = fs.existsSync(data) ? resultsSchema.parse(JSON.parse(fs.readFileSync(data, 'utf8'))) : [];
  const isOld = (result: Result) => news.every((one) => one.number !== result.number);
  const results = [...before.filter(isOld), ...news].toSorted((one, other) => one.number - other.number);
  fs.writeFileSync(data, `${JSON.stringify(results, null, 2)}\n`);
  fs.writeFileSync(text, writeReliability(SCENARIOS, results));
}

const given = process.argv.slice(2);
const chosen = given.length === 0 ? SCENARIOS : SCENARIOS.filter(({ number }) => given.includes(String(number)));
const unknown = given.filter((one) => !SCENARIOS.some(({ number }) => String(number) === one));
if (given.join() === '--write') {
  record();
} else if (unknown.length > 0) {
  console.error(
    `There is no scenario ${unknown.join(', ')}. There are ${SCENARIOS.map(({ number }) => number).join(' ')}.`,
  );
  process.exitCode = 2;
} else {
  for (const scenario of chosen) {
    console.log(`${scenario.number}. ${scenario.title} …`);
    const begunAt = performance.now();
    const result = await run(scenario);
    const seconds = Math.round((performance.now() - begunAt) / 1000);
    console.log(`  ${result.outcome} after ${seconds} s: ${JSON.stringify(result)}`);
    record(result);
    if (result.outcome === 'failed') process.exitCode = 1;
  }
}
