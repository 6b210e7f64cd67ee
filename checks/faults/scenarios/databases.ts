import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import type { Run } from '../../support/command.ts';
import { inSeconds } from '../../support/numbers.ts';
import { runServerProgram } from '../../support/processes.ts';
import { connect, startServer } from '../../support/product.ts';
import { lateRecovery, type Scenario, underLoad } from '../support/scenario.ts';
import type { TwoOfEverything } from '../support/two-of-everything.ts';

const KILLS = 3;
const AWAY_MS = 3_000;
const BACK_WITHIN_SECONDS = 10;
/** As if a program watched the primary: three failed health checks, a second apart. */
const DETECTION_MS = 3_000;
const PROMOTED_WITHIN_SECONDS = 30;
const OWNER = 'firstyear_owner';
const RESTORED = 'restored';

export const databaseKilled: Scenario = {
  number: 6,
  title: 'The primary database is killed and comes back',
  how: `SIGKILL ${KILLS} times, for ${AWAY_MS / 1000} s, and one stop in order. Meanwhile web servers return 503. Everybody can save within ${BACK_WITHIN_SECONDS} s of its return.`,
  run: underLoad(async ({ cluster, load }) => {
    const { primary } = cluster.databases;
    let lost = 0;
    const responses = new Set<string>();
    for (let run = 0; run <= KILLS; run += 1) {
      await sleep(1_000);
      await (run < KILLS ? primary.kill() : primary.stop());
      await sleep(AWAY_MS);
      const response = await fetch(`${cluster.webs[0].url}${HEALTH_PATH}`);
      responses.add(`${response.status} ${response.headers.get('content-type')}`);
      await primary.start();
      load.mark();
      await load.recover();
      lost += await load.countLost();
    }
    const outage = [...responses].join(', ');
    return {
      runs: KILLS + 1,
      lost,
      seen: `Without a database the web server says ${outage}.`,
      problems: [
        lateRecovery(load, BACK_WITHIN_SECONDS),
        outage !== '503 application/json; charset=utf-8' && `It said ${outage}.`,
      ],
    };
  }),
};

export const standbyPromoted: Scenario = {
  number: 18,
  title: 'The primary database is lost, and its synchronous standby promoted',
  how: `The standby is promoted ${DETECTION_MS / 1000} s after the kill, and the proxy leads there. Back within ${PROMOTED_WITHIN_SECONDS} s of the kill.`,
  run: underLoad(async ({ cluster, load }) => {
    await sleep(3_000);
    load.mark();
    await cluster.databases.primary.kill();
    await sleep(DETECTION_MS);
    await cluster.databases.promote();
    await load.recover();
    const lost = await load.countLost();
    await sleep(2_000);
    return { runs: 1, lost, problems: [lateRecovery(load, PROMOTED_WITHIN_SECONDS)] };
  }),
};

/** Makes an installation with an empty database, an empty folder and the same secret key; returns its variables. */
async function makeEmptyInstallation(run: Run, cluster: TwoOfEverything): Promise<NodeJS.ProcessEnv> {
  const client = await connect(run, cluster.databases.primary.url);
  await client.query(`create database ${RESTORED} owner ${OWNER}`);
  const dataDir = path.join(cluster.folder, 'restored');
  fs.mkdirSync(dataDir);
  fs.copyFileSync(path.join(cluster.dataDir, 'secret-key'), path.join(dataDir, 'secret-key'));
  const urlOfRestored = (url = '') => Object.assign(new URL(url), { pathname: RESTORED }).href;
  const { DATABASE_URL, DATABASE_MIGRATION_URL } = cluster.ownerEnv;
  const databases = {
    DATABASE_URL: urlOfRestored(DATABASE_URL),
    DATABASE_MIGRATION_URL: urlOfRestored(DATABASE_MIGRATION_URL),
  };
  return { ...cluster.env, DATA_DIR: dataDir, ...databases };
}

export const restore: Scenario = {
  number: 20,
  title: 'A backup is made while applicants work, and restored',
  how: '`backup` runs under load, `restore` into an empty database and folder. Every save acknowledged before the backup began is there.',
  run: underLoad(async ({ run, cluster, load }) => {
    await sleep(10_000);
    const [backup, log] = [path.join(cluster.folder, 'backup'), path.join(cluster.folder, 'operator.log')];
    const operate = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
      runServerProgram('operator.ts', env, { args, log });
    const atStart = load.acknowledgedSoFar();
    const startedAt = performance.now();
    await operate(cluster.ownerEnv, 'backup', backup);
    const backupSeconds = (performance.now() - startedAt) / 1000;
    const atEnd = load.acknowledgedSoFar();
    const busyTabs = [...atEnd.tabs].filter(([tab, number]) => number > (atStart.tabs.get(tab) ?? 0)).length;

    const empty = await makeEmptyInstallation(run, cluster);
    const restoredAt = performance.now();
    await operate(empty, 'restore', backup);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { ...empty, PUBLIC_URL: url, TRUSTED_PROXY: '' };
    await startServer(run, 'server', { env, port, log: path.join(cluster.folder, 'logs/restored.log') });
    return {
      runs: 1,
      worstRecovery: (performance.now() - restoredAt) / 1000,
      lost: await load.countLost(atStart, url),
      seen: `The backup took ${inSeconds(backupSeconds)}, in which ${busyTabs} of ${atEnd.tabs.size} tabs went on saving. Recovery is the time of the restore with the start of a web server.`,
      problems: [busyTabs === 0 && 'Nobody saved while the backup was made.'],
    };
  }),
};
