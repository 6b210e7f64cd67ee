import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ROOT, withFolder } from '../../support/processes.ts';
import type { Outcome, Scenario } from '../support/scenario.ts';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json'];
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line'];
const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function runNode(args: readonly string[]): Promise<unknown> {
  const [code] = await once(spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' }), 'exit');
  return code;
}

async function runTests(file: string, titles: readonly string[]): Promise<readonly string[]> {
  return withFolder(async (folder) => {
    const report = path.join(folder, 'report.json');
    await runNode([...VITEST, `--outputFile=${report}`, file, '-t', titles.map(quote).join('|')]);
    if (!fs.existsSync(report)) return [`${file} could not be run.`];
    const { numPassedTests, numFailedTests } = reportSchema.parse(JSON.parse(fs.readFileSync(report, 'utf8')));
    const isGood = numFailedTests === 0 && numPassedTests === titles.length;
    return isGood ? [] : [`${file}: ${numPassedTests} of ${titles.length} passed, ${numFailedTests} failed.`];
  });
}

/** A scenario that tests of `npm test` prove whole: runs these, by file and title. */
function byUnitTests(number: number, title: string, tests: Readonly<Record<string, readonly string[]>>): Scenario {
  const files = Object.entries(tests);
  const named = files.map(([file]) => `\`${file}\``);
  return {
    number,
    title,
    how: `In \`npm test\`: ${named.join(', ')}.`,
    async run(): Promise<Outcome> {
      const problems: string[] = [];
      for (const [file, titles] of files) problems.push(...(await runTests(file, titles)));
      const runs = files.flatMap(([, titles]) => titles).length;
      return { runs, seen: problems.length === 0 ? 'All pass.' : '', problems };
    },
  };
}

const SERVER = 'apps/server/src/modules';

export const byTests: readonly Scenario[] = [
  byUnitTests(2, 'Two tabs save different answers, and the same one', {
    [`${SERVER}/application/answers/answers.test.ts`]: [
      'two tabs that edit different answers keep both, and saves that arrive late change nothing',
      'whatever two tabs send at once, in any order, each answer ends as it was typed last',
    ],
  }),
  byUnitTests(3, 'One application is submitted 20 times at once', {
    [`${SERVER}/application/submission/submission.test.ts`]: [
      '20 submissions at once are one submission, one number, one receipt, and all succeed',
    ],
  }),
  byUnitTests(4, 'A response is lost, and the browser sends again', {
    [`${SERVER}/application/answers/merge-save.test.ts`]: ['a save that is sent again changes nothing'],
    [`${SERVER}/application/submission/submission.test.ts`]: [
      'a submission that is sent again later gives the first result',
    ],
    [`${SERVER}/accounts/identity/confirm-signup.test.ts`]: [
      'however confirmations are lost and repeated, one account and one outcome',
    ],
    'apps/web/src/autosave/autosave-faults.test.ts': [
      'whatever is typed, lost and repeated, the server ends with the newest values',
    ],
  }),
  byUnitTests(5, 'Saves arrive out of order', {
    [`${SERVER}/application/answers/merge-save.test.ts`]: [
      'a save of the same tab that was overtaken never overwrites the later one',
      'of two tabs the answer that was typed last stays, whichever arrives last',
      'however the saves of two tabs interleave, each answer ends as it was typed last',
    ],
  }),
  {
    number: 13,
    title: 'An applicant with unsaved text is logged out',
    how: 'In `npm test`, `e2e/session.e2e.ts`: a session ends in the middle of typing; after logging in again the same page has what was typed.',
    run: async () => {
      const title = 'a session that ends in the middle of typing';
      const code = await runNode([...PLAYWRIGHT, 'e2e/session.e2e.ts', '-g', title]);
      return { runs: 1, seen: code === 0 ? 'It passes.' : '', problems: [code !== 0 && 'It does not pass.'] };
    },
  },
];
