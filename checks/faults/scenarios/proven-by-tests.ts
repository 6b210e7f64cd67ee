import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Outcome, type Scenario, withFolder } from '../support/scenario.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json'];
const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

interface ProvenScenario extends Omit<Scenario, 'how' | 'run'> {
  /** Titles of the tests that prove it, by file. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function runTests(file: string, titles: readonly string[]): Promise<readonly string[]> {
  return withFolder(async (folder) => {
    const report = path.join(folder, 'report.json');
    const pattern = titles.map(quote).join('|');
    const args = [...VITEST, `--outputFile=${report}`, file, '-t', pattern];
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
    await once(child, 'exit');
    if (!fs.existsSync(report)) return [`${file} could not be run.`];
    const { numPassedTests, numFailedTests } = reportSchema.parse(JSON.parse(fs.readFileSync(report, 'utf8')));
    return numFailedTests === 0 && numPassedTests === titles.length
      ? []
      : [`${file}: ${numPassedTests} of ${titles.length} tests passed, ${numFailedTests} failed.`];
  });
}

/** A scenario that tests of `npm test` prove whole: runs these. */
function provenByTests({ number, title, tests }: ProvenScenario): Scenario {
  const files = Object.entries(tests);
  const named = files.map(([file, titles]) => `\`${file}\` (${titles.map((one) => `"${one}"`).join('; ')})`);
  return {
    number,
    title,
    how: `Tests of \`npm test\`, with a real database: ${named.join(', ')}.`,
    async run(): Promise<Outcome> {
      const problems: string[] = [];
      for (const [file, titles] of files) problems.push(...(await runTests(file, titles)));
      const runs = files.flatMap(([, titles]) => titles).length;
      return { runs, seen: problems.length === 0 ? 'All of them pass.' : '', problems };
    },
  };
}

export const twoTabs = provenByTests({
  number: 2,
  title: 'Two tabs save different answers, and the same one',
  tests: {
    'apps/server/src/modules/application/answers/answers.test.ts': [
      'two tabs that edit different answers keep both, and saves that arrive late change nothing',
      'whatever two tabs send at once, in any order, each answer ends as it was typed last',
    ],
  },
});

export const submittedTwentyTimes = provenByTests({
  number: 3,
  title: 'One application is submitted 20 times at once',
  tests: {
    'apps/server/src/modules/application/submission/submission.test.ts': [
      '20 submissions at once are one submission, one number, one receipt, and all succeed',
    ],
  },
});

export const responseLost = provenByTests({
  number: 4,
  title: 'A response is lost, and the browser sends again',
  tests: {
    'apps/server/src/modules/application/answers/merge-save.test.ts': ['a save that is sent again changes nothing'],
    'apps/server/src/modules/application/submission/submission.test.ts': [
      'a submission that is sent again later gives the first result',
    ],
    'apps/server/src/modules/accounts/identity/confirm-signup.test.ts': [
      'however confirmations are lost and repeated, one account and one outcome',
    ],
    'apps/web/src/autosave/autosave-faults.test.ts': [
      'whatever is typed, lost and repeated, the server ends with the newest values',
    ],
  },
});

export const savesOutOfOrder = provenByTests({
  number: 5,
  title: 'Saves arrive out of order',
  tests: {
    'apps/server/src/modules/application/answers/merge-save.test.ts': [
      'a save of the same tab that was overtaken never overwrites the later one',
      'of two tabs the answer that was typed last stays, whichever arrives last',
      'however the saves of two tabs interleave, each answer ends as it was typed last',
    ],
  },
});
