import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBE_PATHS } from '@firstyear/api-contract';
import pg from 'pg';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { end, type ProgramOptions, startProgram, waitForExit } from '../../support/processes.ts';
import { describeFailures, inSeconds, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';
import type { TwoOfEverything } from '../support/two-of-everything.ts';

const OWNER = 'firstyear_owner';
const RESTORED = 'restored';
const READY_WITHIN_MS = 60_000;

/** Runs an operator's command; throws with what it said when it fails. */
async function operate(env: NodeJS.ProcessEnv, log: string, ...args: readonly string[]): Promise<void> {
  const options: ProgramOptions = { args, log };
  const child = startProgram('operator.ts', env, options);
  await waitForExit(child);
  if (child.exitCode !== 0) throw new Error(`${args[0]} failed: ${fs.readFileSync(log, 'utf8')}`);
}

/** The variables of an installation in an empty database and an empty folder, with the same secret key. */
async function emptyPlace(shape: TwoOfEverything): Promise<NodeJS.ProcessEnv> {
  const client = new pg.Client({ connectionString: shape.databases.primary.url });
  await client.connect();
  await client.query(`create database ${RESTORED} owner ${OWNER}`);
  await client.end();
  const dataDir = path.join(shape.folder, 'restored');
  fs.mkdirSync(dataDir);
  fs.copyFileSync(path.join(shape.dataDir, 'secret-key'), path.join(dataDir, 'secret-key'));
  const move = (url = '') => Object.assign(new URL(url), { pathname: RESTORED }).href;
  const { DATABASE_URL, DATABASE_MIGRATION_URL } = shape.ownerEnv;
  return {
    ...shape.env,
    DATA_DIR: dataDir,
    DATABASE_URL: move(DATABASE_URL),
    DATABASE_MIGRATION_URL: move(DATABASE_MIGRATION_URL),
  };
}

export const restore: Scenario = {
  number: 20,
  title: 'Data are restored from a backup that was made while applicants work',
  how: '`npm run admissions -- backup` runs under load; `restore` puts it into an empty database and folder, where a web server is started. Whatever was acknowledged before the backup began must be there.',
  run: () =>
    underLoad(async ({ shape, load }) => {
      await sleep(10_000);
      const backup = path.join(shape.folder, 'backup');
      const log = path.join(shape.folder, 'operator.log');
      const before = load.acknowledgedSoFar();
      const begunAt = performance.now();
      await operate(shape.ownerEnv, log, 'backup', backup);
      const backupSeconds = (performance.now() - begunAt) / 1000;
      const written = load.acknowledgedSoFar();
      const later = [...written.tabs].filter(([tab, number]) => number > (before.tabs.get(tab) ?? 0)).length;

      const place = await emptyPlace(shape);
      const restoredAt = performance.now();
      await operate(place, log, 'restore', backup);
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const env = { ...place, PORT: String(port), PUBLIC_URL: url, TRUSTED_PROXY: '' };
      const web = startProgram('server.ts', env, { log: path.join(shape.folder, 'logs/restored.log') });
      try {
        for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await sleep(50)) {
          const reply = await fetch(url + PROBE_PATHS.ready).catch(() => undefined);
          if (reply?.ok) break;
        }
        const recovery = (performance.now() - restoredAt) / 1000;
        const lost = await load.countLostAt(url, before);
        await load.stop();
        return {
          runs: 1,
          acknowledged: load.counts.acknowledged,
          lost: lost + (await load.countLost()),
          worstRecovery: recovery,
          seen: `The backup took ${inSeconds(backupSeconds)}, in which ${later} of ${written.tabs.size} tabs went on saving. Recovery is the time of the restore with the start of a web server. ${describeFailures(load.counts)}`,
          problems: problemsOf([later === 0, 'Nobody saved while the backup was made.']),
        };
      } finally {
        await end(web);
      }
    }),
};
