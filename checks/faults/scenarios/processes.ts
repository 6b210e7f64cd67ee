import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeNextRelease, NEXT_MIGRATIONS } from '../../../e2e/support/next-release.ts';
import { inSeconds } from '../../support/numbers.ts';
import { ROOT, withFolder } from '../../support/processes.ts';
import type { Load } from '../support/load.ts';
import { takesAway, unpackPreviousVersion } from '../support/previous-version.ts';
import { countFailed, type Scenario, type UnderLoad, underLoad } from '../support/scenario.ts';

const ROUNDS = 3;
const BACK_WITHIN_SECONDS = 10;
const DRAINS = 6;
const MAIL_AWAY_MS = 30_000;
const RECEIPT = 'We received your application';
const RECEIPTS_WITHIN_MS = 120_000;
/** How long to wait for a second receipt. */
const TWICE_WITHIN_MS = 3_000;

/** Waits for the receipts of all who have submitted; says who got none, or more than one. */
async function receiptProblems({ shape, load }: UnderLoad): Promise<readonly string[]> {
  const countOf = (address: string) =>
    shape.mail.mailsTo(address).filter(({ subject }) => subject.startsWith(RECEIPT)).length;
  const until = performance.now() + RECEIPTS_WITHIN_MS;
  while (load.submitted.some((address) => countOf(address) === 0) && performance.now() < until) await sleep(200);
  await sleep(TWICE_WITHIN_MS);
  const counts = load.submitted.map((address) => [address, countOf(address)] as const);
  return counts.flatMap(([address, count]) => (count === 1 ? [] : [`${address} got ${count} receipts.`]));
}

export const restarts: Scenario = {
  number: 21,
  title: 'A web server, a worker and each proxy are killed and started again',
  how: `SIGKILL, ${ROUNDS} times each. Everybody can save within ${BACK_WITHIN_SECONDS} s.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      let [lost, runs] = [0, 0];
      for (let round = 0; round < ROUNDS; round += 1) {
        const place = round % 2 === 0 ? 0 : 1;
        const pair = [shape.webs[place], shape.workers[place]];
        const faults = [
          async () => {
            await Promise.all(pair.map((instance) => instance.kill()));
            await Promise.all(pair.map((instance) => instance.start()));
          },
          () => shape.front.restart(),
          () => shape.databaseProxy.restart(),
        ];
        for (const fault of faults) {
          await sleep(1_000);
          load.mark();
          await Promise.all([load.recover(), fault()]);
          lost += await load.countLost();
          runs += 1;
        }
      }
      const odd = [...load.failures.keys()].filter((status) => ![0, 502, 503].includes(status));
      const isLate = load.worstRecovery > BACK_WITHIN_SECONDS;
      return {
        runs,
        lost,
        problems: [
          isLate && `It took ${inSeconds(load.worstRecovery)}.`,
          odd.length > 0 && `Saves got ${odd.join(', ')}.`,
        ],
      };
    }),
};

export const drain: Scenario = {
  number: 16,
  title: 'Web servers and workers are stopped (SIGTERM) while applicants work',
  how: `One server and worker after the other, ${DRAINS} times. No save fails, and each receipt comes once.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      let [lost, slowest] = [0, 0];
      for (let run = 0; run < DRAINS; run += 1) {
        const place = run % 2 === 0 ? 0 : 1;
        const pair = [shape.webs[place], shape.workers[place]];
        await sleep(1_000);
        load.mark();
        const ended = Promise.all(pair.map((instance) => instance.stop()));
        await load.recover();
        slowest = Math.max(slowest, ...(await ended));
        lost += await load.countLost();
        await Promise.all(pair.map((instance) => instance.start()));
      }
      await load.stop();
      const failed = countFailed(load);
      return {
        runs: DRAINS,
        lost,
        seen: `The slowest process had ended after ${inSeconds(slowest / 1000)}.`,
        problems: [failed > 0 && `${failed} saves failed.`, ...(await receiptProblems({ shape, load }))],
      };
    }),
};

export const mailAway: Scenario = {
  number: 17,
  title: 'The mail server is away while applicants submit',
  how: `It is away for ${MAIL_AWAY_MS / 1000} s, in which ten people submit. Each receipt comes by itself, once. An hour and a day: \`apps/server/src/modules/reference/mail/send-mail.test.ts\`.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      await shape.mail.close();
      load.mark();
      await load.recover();
      await sleep(MAIL_AWAY_MS);
      const submitted = load.submitted.length;
      await shape.mail.open();
      const late = await receiptProblems({ shape, load });
      return {
        runs: 1,
        seen: `${submitted} receipts waited${late.length === 0 ? '; all came, each once' : ''}.`,
        problems: [submitted === 0 && 'Nobody had submitted.', ...late],
      };
    }),
};

/** Lets another version take over, one web server and one worker after the other. Returns how many acknowledged answers are lost. */
async function roll({ shape, load }: UnderLoad, root: string): Promise<number> {
  for (const place of [0, 1] as const) {
    const pair = [shape.webs[place], shape.workers[place]];
    load.mark();
    await Promise.all(pair.map((instance) => instance.stop()));
    await load.recover();
    await Promise.all(pair.map((instance) => instance.start({ root })));
    await sleep(2_000);
  }
  return load.countLost();
}

export const rollOut: Scenario = {
  number: 19,
  title: 'A new version is rolled out while applicants work, and rolled back',
  how: 'From the version before the newest migration, one process after the other; then back on the newer database, unless a migration took away what it needs. No save fails while processes of this version end.',
  run: () =>
    withFolder(async (previous) => {
      fs.chmodSync(previous, 0o755);
      const commit = unpackPreviousVersion(previous);
      let lost = 0;
      const rollBoth = async (running: UnderLoad & { readonly load: Load }) => {
        await running.shape.migrate();
        lost += await roll(running, ROOT);
        const before = countFailed(running.load);
        const contracting = takesAway(previous);
        if (contracting === undefined) lost += await roll(running, previous);
        await running.load.stop();
        const failed = countFailed(running.load) - before;
        return {
          runs: contracting === undefined ? 2 : 1,
          lost,
          seen: `The version before was ${commit}. ${before} saves failed while the version before ended, ${contracting === undefined ? `${failed} while this one did` : `and it did not come back, since ${contracting} took away what it needs`}.`,
          problems: [failed > 0 && `${failed} saves failed.`],
        };
      };
      return underLoad(rollBoth, previous);
    }),
};

const RENAMED = { preferred_name: 'short_name' };

export const formRelease: Scenario = {
  number: 22,
  title: 'A release that renames a question is rolled out while applicants work, and rolled back',
  how: 'The preferred name gets another key, and a new question is required. Twelve tabs of the old form and six of the new one save through a proxy to servers of both. Each acknowledged answer is there under the key of the form that serves; only a save that met an ending server (503) is sent again.',
  run: () =>
    withFolder(async (next) => {
      fs.chmodSync(next, 0o755);
      makeNextRelease(ROOT, next);
      const work = async ({ shape, load }: UnderLoad) => {
        let lost = await roll({ shape, load }, next);
        await load.addPages({
          url: shape.url,
          mailbox: shape.mail,
          applicants: 6,
          keys: ['city', 'short_name'],
          release: NEXT_MIGRATIONS.map(({ id }) => id).join(),
          otherNames: { short_name: 'preferred_name' },
        });
        await sleep(2_000);
        // Half of it, so that both serve for a while.
        await shape.webs[0].stop();
        await shape.webs[0].start({ root: ROOT });
        await sleep(5_000);
        lost += await load.countLost();
        lost += await roll({ shape, load }, next);
        lost += await roll({ shape, load }, ROOT);
        await load.stop();
        const odd = [...load.failures.keys()].filter((status) => ![0, 502, 503].includes(status));
        return { runs: 4, lost, problems: [odd.length > 0 && `Saves got ${odd.join(', ')}.`] };
      };
      return underLoad(work, ROOT, { otherNames: RENAMED });
    }),
};
