import path from 'node:path';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { readOptions } from './options.ts';
import { closingLine, failureList, summary } from './reports.ts';
import { STAGES } from './stages.ts';
import { ensureTestTools } from './test-tools.ts';

const projectRoot = path.resolve(import.meta.dirname, '../..');
process.chdir(projectRoot);

try {
  const only = readOptions();
  const stages = STAGES.filter((stage) => only.includes(stage.name));
  if (stages.some((stage) => stage.needsBrowser)) await ensureTestTools();
  const results = [];
  for (const stage of stages) {
    console.log(`\n── ${stage.name}: ${stage.what}`);
    results.push(await stage.run(projectRoot));
  }
  console.log(`\n${failureList(results)}\n${summary(results)}\n`);
  console.log(closingLine(results));
  process.exitCode = results.every((result) => result.failed === 0) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
