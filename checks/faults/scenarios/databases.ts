import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH, PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import type { Run } from '../../support/command.ts';
import { inSeconds } from '../../support/numbers.ts';
import { end, runServerProgram, startProgram, waitUntilReady } from '../../support/processes.ts';
import { connect } from '../../support/product.ts';
import { lateRecovery, type Scenario, underLoad } from '../support/scenario.ts';
import type { TwoOfEverything } from '../support/two-of-everything.ts';

const KILLS = 3;
const AWAY_MS = 3_000;
const BACK_WITHIN_SECONDS = 10;
/** A program that watches the primary: three failed health checks, a second apart. */
const NOTICED_AFTER_MS = 3_000;
const PROMOTED_WITHIN_SECONDS = 30;
const OWNER = 'firstyear_owner';
const RESTORED = 'restored';

export const databaseKilled: Scenario = {
  number: 6,
  title: 'The primary database is killed and comes back',
  how: `SIGKILL ${KILLS} times, for ${AWAY_MS / 1000} s, and one stop in order. Meanwhile web servers return 503. Everybody can save within ${BACK_WITHIN_SECONDS} s of its return.`,
  run: underLoad(async ({ shape, load }) => {
    const { primary } = shape.databases;
    let lost = 0;
    const responses = new Set<string>();
    for (let run = 0; run <= KILLS; run += 1) {
      await sleep(1_000);
      await (run < KILLS ? primary.kill() : primary.stop());
      await sleep(AWAY_MS);
      const response = await fetch(`${shape.webs[0].url}${HEALTH_PATH}`);
      responses.add(`${response.status} ${response.headers.get('content-type')}`);
      await primary.start();
      load.mark();
      await load.recover();
      lost += await load.countLost();
    }
    const away = [...responses].join(', ');
    return {
      runs: KILLS + 1,
      lost,
      seen: `Without a database the web server says ${away}.`,
      problems: [
        lateRecovery(load, BACK_WITHIN_SECONDS),
        away !== '503 application/json; charset=utf-8' && `It said ${away}.`,
      ],
    };
  }),
};

export const standbyPromoted: Scenario = {
  number: 18,
  title: 'The primary database is lost, and its synchronous standby promoted',
  how: `The standby is promoted ${NOTICED_AFTER_MS / 1000} s after the kill, and the proxy leads there. Back within ${PROMOTED_WITHIN_SECONDS} s of the kill.`,
  run: underLoad(async ({ shape, load }) => {
    await sleep(3_000);
    load.mark();
    await shape.databases.primary.kill();
    await sleep(NOTICED_AFTER_MS);
    await shape.databases.promote();
    await load.recover();
    const lost = await load.countLost();
    await sleep(2_000);
    return { runs: 1, lost, problems: [lateRecovery(load, PROMOTED_WITHIN_SECONDS)] };
  }),
};

/** Makes an empty database and an empty folder with the same secret key; returns the variables of that installation. */
async function makeEmptyInstallation(run: Run, shape: TwoOfEverything): Promise<NodeJS.ProcessEnv> {
  const client = await connect(run, shape.databases.primary.url);
  await client.query(`create database ${RESTORED} owner ${OWNER}`);
  const dataDir = path.join(shape.folder, 'restored');
  fs.mkdirSync(dataDir);
  fs.copyFileSync(path.join(shape.dataDir, 'secret-key'), path.join(dataDir, 'secret-key'));
  const move = (url = '') => Object.assign(new URL(url), { pathname: RESTORED }).href;
  const { DATABASE_URL, DATABASE_MIGRATION_URL } = shape.ownerEnv;
  const databases = { DATABASE_URL: move(DATABASE_URL), DATABASE_MIGRATION_URL: move(DATABASE_MIGRATION_URL) };
  return { ...shape.env, DATA_DIR: dataDir, ...databases };
}

export const restore: Scenario = {
  number: 20,
  title: 'A backup is made while applicants work, and restored',
  how: '`backup` runs under load, `restore` into an empty database and folder. Every save acknowledged before the backup began is there.',
  run: underLoad(async ({ run, shape, load }) => {
    await sleep(10_000);
    const [backup, log] = [path.join(shape.folder, 'backup'), path.join(shape.folder, 'operator.log')];
    const operate = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
      runServerProgram('operator.ts', env, { args, log });
    const before = load.acknowledgedSoFar();
    const startedAt = performance.now();
    await operate(shape.ownerEnv, 'backup', backup);
    const backupSeconds = (performance.now() - startedAt) / 1000;
    const written = load.acknowledgedSoFar();
    const later = [...written.tabs].filter(([tab, number]) => number > (before.tabs.get(tab) ?? 0)).length;

    const empty = await makeEmptyInstallation(run, shape);
    const restoredAt = performance.now();
    await operate(empty, 'restore', backup);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { ...empty, PORT: String(port), PUBLIC_URL: url, TRUSTED_PROXY: '' };
    const web = startProgram('server.ts', env, { log: path.join(shape.folder, 'logs/restored.log') });
    run.onEnd(() => end(web));
    await waitUntilReady(url + PROBE_PATHS.ready, web);
    return {
      runs: 1,
      worstRecovery: (performance.now() - restoredAt) / 1000,
      lost: await load.countLost(before, url),
      seen: `The backup took ${inSeconds(backupSeconds)}, in which ${later} of ${written.tabs.size} tabs went on saving. Recovery is the time of the restore with the start of a web server.`,
      problems: [later === 0 && 'Nobody saved while the backup was made.'],
    };
  }),
};
