import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { runGroup } from '../../support/processes.ts';
import type { Scenario } from '../support/scenario.ts';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json'];
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line'];
const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** A scenario that tests of `npm test` cover; runs these, given by file and title. */
function byUnitTests(number: number, title: string, tests: Readonly<Record<string, readonly string[]>>): Scenario {
  const [files, titles] = [Object.keys(tests), Object.values(tests).flat()];
  return {
    number,
    title,
    how: `In \`npm test\`: ${files.map((file) => `\`${file}\``).join(', ')}.`,
    run: async ({ folder }) => {
      const report = path.join(folder, 'report.json');
      const pattern = titles.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
      await runGroup(process.execPath, [...VITEST, `--outputFile=${report}`, ...files, '-t', pattern]);
      if (!fs.existsSync(report)) return { runs: 0, problems: ['The tests could not be run.'] };
      const { numPassedTests, numFailedTests } = reportSchema.parse(JSON.parse(fs.readFileSync(report, 'utf8')));
      const isGood = numFailedTests === 0 && numPassedTests === titles.length;
      const counts = `${numPassedTests} of ${titles.length} passed, ${numFailedTests} failed.`;
      return { runs: titles.length, seen: isGood ? 'All pass.' : '', problems: [!isGood && counts] };
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
      const { code } = await runGroup(process.execPath, [...PLAYWRIGHT, 'e2e/session.e2e.ts', '-g', title]);
      return { runs: 1, seen: code === 0 ? 'It passes.' : '', problems: [code !== 0 && 'It does not pass.'] };
    },
  },
];
