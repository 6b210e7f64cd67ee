import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkPackages, makeNextRelease, NEXT_MIGRATIONS } from '../../../e2e/support/next-release.ts';
import { CannotRun } from '../../support/command.ts';
import { findMailProblems } from '../../support/mailbox.ts';
import { inSeconds } from '../../support/numbers.ts';
import { ROOT, run as runProgram } from '../../support/processes.ts';
import { lateRecovery, type Scenario, type UnderLoad, underLoad } from '../support/scenario.ts';

const ROUNDS = 3;
const BACK_WITHIN_SECONDS = 10;
const DRAINS = 6;
const MAIL_AWAY_MS = 30_000;
const MIGRATIONS = 'apps/server/src/db/migrations';

const findReceiptProblems = ({ cluster, load }: UnderLoad): Promise<readonly string[]> =>
  findMailProblems(cluster.mail, load.submitted, 'We received your application');

/** One of the two web servers with its worker, as on one machine. */
const pairAt = ({ cluster }: UnderLoad, place: 0 | 1) => {
  const pair = [cluster.webs[place], cluster.workers[place]] as const;
  return {
    kill: () => Promise.all(pair.map((instance) => instance.kill())),
    stop: () => Promise.all(pair.map((instance) => instance.stop())),
    start: (root?: string) => Promise.all(pair.map((instance) => instance.start({ root }))),
  };
};

export const restarts: Scenario = {
  number: 21,
  title: 'A web server, a worker and each proxy are killed and started again',
  run: underLoad(async (running) => {
    const { cluster, load } = running;
    let [lost, runs] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const pair = pairAt(running, round % 2 === 0 ? 0 : 1);
      for (const fault of [pair, cluster.front, cluster.databaseProxy]) {
        await sleep(1_000);
        load.mark();
        await fault.kill();
        await Promise.all([load.recover(), fault.start()]);
        lost += await load.countLost();
        runs += 1;
      }
    }
    return { runs, lost, problems: [lateRecovery(load, BACK_WITHIN_SECONDS), load.otherStatuses(0, 502, 503)] };
  }),
};

export const drain: Scenario = {
  number: 16,
  title: 'Web servers and workers are stopped (SIGTERM) while applicants work',
  run: underLoad(async (running) => {
    const { load } = running;
    let [lost, slowest] = [0, 0];
    for (let drained = 0; drained < DRAINS; drained += 1) {
      const pair = pairAt(running, drained % 2 === 0 ? 0 : 1);
      await sleep(1_000);
      load.mark();
      const stopping = pair.stop();
      await load.recover();
      slowest = Math.max(slowest, ...(await stopping));
      lost += await load.countLost();
      await pair.start();
    }
    await load.stop();
    return {
      runs: DRAINS,
      lost,
      seen: `The slowest process had ended after ${inSeconds(slowest / 1000)}.`,
      problems: [load.failed > 0 && `${load.failed} saves failed.`, ...(await findReceiptProblems(running))],
    };
  }),
};

export const mailAway: Scenario = {
  number: 17,
  title: 'The mail server is away while applicants submit',
  run: underLoad(async (running) => {
    const { cluster, load } = running;
    await cluster.mail.close();
    load.mark();
    await load.recover();
    await sleep(MAIL_AWAY_MS);
    const submitted = load.submitted.length;
    await cluster.mail.open();
    const late = await findReceiptProblems(running);
    return {
      runs: 1,
      seen: `${submitted} receipts waited${late.length === 0 ? '; all came, each once' : ''}.`,
      problems: [submitted === 0 && 'Nobody had submitted.', ...late],
    };
  }),
};

/** Replaces each web server with its worker by another version, one pair after the other. Returns the number of lost answers. */
async function roll(running: UnderLoad, root: string): Promise<number> {
  const { load } = running;
  for (const place of [0, 1] as const) {
    const pair = pairAt(running, place);
    load.mark();
    await pair.stop();
    await load.recover();
    await pair.start(root);
    await sleep(2_000);
  }
  return load.countLost();
}

/**
 * Unpacks the version before the newest migration from this clone's history into a folder, with the installed packages; while there
 * is only one migration, the version that it came with.
 * Returns its short commit id.
 */
function unpackPreviousVersion(folder: string): string {
  const git = (...args: readonly string[]) => runProgram('git', args, { cwd: ROOT }).trim();
  if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT }).status !== 0)
    throw new CannotRun('The version before comes from the history of a clone, and this folder is none.');
  const [newest] = git('log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS).split('\n');
  if (newest === undefined || newest === '') throw new CannotRun('The history of this clone has no migration.');
  const isFirst = fs.readdirSync(path.join(ROOT, MIGRATIONS)).length === 1;
  const commit = git('rev-parse', '--short', isFirst ? newest : `${newest}~1`);
  const archive = path.join(folder, 'previous.tar');
  git('archive', '--output', archive, commit);
  runProgram('tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  linkPackages(ROOT, folder);
  return commit;
}

/** Finds a migration that the version in this folder can't run with. */
function findContraction(folder: string): string | undefined {
  const known = fs.readdirSync(path.join(folder, MIGRATIONS));
  return fs
    .readdirSync(path.join(ROOT, MIGRATIONS))
    .find((name) => name.endsWith('.contract.sql') && !known.includes(name));
}

function makeVersionFolder(folder: string): string {
  const version = path.join(folder, 'version');
  fs.mkdirSync(version, { mode: 0o755 });
  return version;
}

export const rollOut: Scenario = {
  number: 19,
  title: 'A new version is rolled out while applicants work, and rolled back',
  run: async (run) => {
    const previous = makeVersionFolder(run.folder);
    const commit = unpackPreviousVersion(previous);
    const rollBoth = async (running: UnderLoad) => {
      const { cluster, load } = running;
      await cluster.migrate();
      let lost = await roll(running, ROOT);
      const failedBefore = load.failed;
      const contraction = findContraction(previous);
      if (contraction === undefined) lost += await roll(running, previous);
      await load.stop();
      const failed = load.failed - failedBefore;
      return {
        runs: contraction === undefined ? 2 : 1,
        lost,
        seen: `The version before was ${commit}. ${failedBefore} saves failed while the version before ended, ${contraction === undefined ? `${failed} while this one did` : `and it did not come back, since ${contraction} took away what it needs`}.`,
        problems: [failed > 0 && `${failed} saves failed.`],
      };
    };
    return underLoad(rollBoth, previous)(run);
  },
};

export const formRelease: Scenario = {
  number: 22,
  title: 'A release that renames a question is rolled out while applicants work',
  run: async (run) => {
    const next = makeVersionFolder(run.folder);
    makeNextRelease(ROOT, next);
    const work = async (running: UnderLoad) => {
      const { cluster, load } = running;
      let lost = await roll(running, next);
      await load.addPages({ url: cluster.url, mailbox: cluster.mail }, 6, {
        keys: ['city', 'short_name'],
        release: NEXT_MIGRATIONS.map(({ id }) => id).join(),
        otherNames: { short_name: 'preferred_name' },
      });
      await sleep(2_000);
      // Half of the servers, so that both releases serve for a while.
      await cluster.webs[0].stop();
      await cluster.webs[0].start({ root: ROOT });
      await sleep(5_000);
      lost += await load.countLost();
      lost += await roll(running, next);
      await load.stop();
      return { runs: 3, lost, problems: [load.otherStatuses(0, 502, 503)] };
    };
    return underLoad(work, ROOT, { otherNames: { preferred_name: 'short_name' } })(run);
  },
};
