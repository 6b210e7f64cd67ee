import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CannotRun, type Outcome, type Scenario } from '../support/scenario.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** What a command says that did not find what it needs. */
const SKIPPED = /SKIPPED.*/;

interface CommandScenario extends Omit<Scenario, 'run'> {
  /** The program and its arguments, from the root of the repository. */
  readonly command: readonly string[];
  /** What it says at its end, read for the table. */
  readonly read: (printed: string) => Omit<Outcome, 'seen' | 'problems'> & { readonly seen?: string };
}

/** Runs a program and returns what it printed, which is shown as well. */
async function runCommand(args: readonly string[]): Promise<{ code: unknown; printed: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString();
    process.stdout.write(part);
  });
  const [code] = await once(child, 'close');
  return { code, printed };
}

/** A scenario that has a command of its own. */
function byCommand({ command, read, ...scenario }: CommandScenario): Scenario {
  return {
    ...scenario,
    async run() {
      const { code, printed } = await runCommand(command);
      const skipped = SKIPPED.exec(printed)?.[0];
      if (skipped !== undefined) throw new CannotRun(skipped);
      const last = printed.trim().split('\n').at(-1) ?? '';
      const { seen = '', ...rest } = read(printed);
      return { ...rest, seen, problems: code === 0 ? [] : [`It ended with ${String(code)}: ${last}`] };
    },
  };
}

/** The numbers of a sentence that a command printed. */
function numbersIn(printed: string, sentence: RegExp): readonly number[] {
  return (sentence.exec(printed) ?? []).slice(1).map(Number);
}

export const webServerKilled = byCommand({
  number: 1,
  title: 'The web server is killed in the middle of saves',
  how: '`npm run fault:save`, on one machine: SIGKILL at random moments while twelve tabs save.',
  command: ['checks/faults/save.ts'],
  read: (printed) => {
    const [runs = 0, acknowledged = 0, lost = 0] = numbersIn(
      printed,
      /(\d+) kills, (\d+) acknowledged saves of two answers each, (\d+) lost/,
    );
    const [median = 0, longest = 0] = numbersIn(printed, /after (\d+) ms \(median\), (\d+) ms \(longest\)/);
    const seen = `Recovery is the time until it serves again; the median is ${(median / 1000).toFixed(1)} s.`;
    return { runs, acknowledged, lost, worstRecovery: longest / 1000, seen };
  },
});

export const diskFull = byCommand({
  number: 8,
  title: 'The disk is full under `npm start`',
  how: '`node checks/faults/disk.ts`, on one machine: all of its data (database, files, mails, logs) is on a small disk that is filled for 20 s. Nothing is acknowledged that is not kept, and everything goes on by itself when there is room. Documents with full disks: `npm run fault:documents`.',
  command: ['checks/faults/disk.ts'],
  read: (printed) => {
    const [runs = 0, acknowledged = 0, lost = 0, worstRecovery = 0] = numbersIn(
      printed,
      /(\d+) times full, (\d+) acknowledged, (\d+) lost, back after ([\d.]+) s/,
    );
    return { runs, acknowledged, lost, worstRecovery, seen: /Meanwhile: .*/.exec(printed)?.[0] ?? '' };
  },
});

export const storeAway = byCommand({
  number: 9,
  title: 'The S3 store is away while documents are uploaded',
  how: "`node checks/s3/main.ts --faults`, on one machine with Ceph's radosgw behind a connection that is cut: an upload is refused with words, what was uploaded before is not blamed, and all of it works when the store is back. In `npm test`, a store that does not respond: `apps/server/src/modules/documents/uploads/documents.test.ts`.",
  command: ['checks/s3/main.ts', '--faults'],
  read: (printed) => {
    const [runs = 0, uploads = 0, worst = 0] = numbersIn(
      printed,
      /(\d+) cuts, (\d+) documents, the last one converted ([\d.]+) s after/,
    );
    return {
      runs,
      worstRecovery: worst,
      seen: `${uploads} documents; every one was converted in the end. Recovery is the time until then.`,
    };
  },
});

export const converterKilled = byCommand({
  number: 10,
  title: 'The converter is killed, hangs or eats memory',
  how: '`npm run fault:convert`, on one machine: the worker is killed in mid-conversion again and again, and every document ends COMPLETED or FAILED. Files that make programs hang or eat memory are in the unit tests of `apps/server/src/adapters/converter`; `npm run fault:lanes` shows that nobody else waits for them.',
  command: ['checks/faults/convert.ts'],
  read: (printed) => {
    const [runs = 0, uploads = 0, completed = 0, failed = 0] = numbersIn(
      printed,
      /(\d+) kills, (\d+) uploads. At the end: (\d+) COMPLETED, (\d+) FAILED/,
    );
    return { runs, seen: `${uploads} uploads; at the end ${completed} COMPLETED, ${failed} FAILED, none in between.` };
  },
});

export const printerKilled = byCommand({
  number: 11,
  title: 'The printer dies while it prints',
  how: '`npm run fault:print`, on one machine: the worker is killed amid prints, while each applicant asks for the copy. Each comes in the end, and none is served in part.',
  command: ['checks/faults/print.ts'],
  read: (printed) => {
    const [runs = 0, copies = 0, broken = 0] = numbersIn(
      printed,
      /(\d+) kills, each amid a print; (\d+) copies served, (\d+) broken/,
    );
    return { runs, seen: `${copies} copies served, ${broken} of them broken.` };
  },
});

export const idleLogout = byCommand({
  number: 13,
  title: 'An applicant with unsaved text is logged out',
  how: 'A walk of `npm test` in a browser, `e2e/session.e2e.ts`: a session ends in the middle of typing; after logging in again the same page has what was typed.',
  command: [
    'node_modules/@playwright/test/cli.js',
    'test',
    'e2e/session.e2e.ts',
    '-g',
    'a session that ends in the middle of typing',
  ],
  read: (printed) => {
    const [passed = 0] = numbersIn(printed, /(\d+) passed/);
    return { runs: passed, seen: passed === 0 ? '' : 'It passes.' };
  },
});
