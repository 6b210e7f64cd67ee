import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import type { Run } from '../../support/command.ts';
import { inSeconds } from '../../support/numbers.ts';
import { Person } from '../../support/person.ts';
import { ROOT, runServerProgram, signalGroup, waitFor, waitForExit } from '../../support/processes.ts';
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
/** In the middle of a restore, which takes longer. */
const KILLED_AFTER_MS = 300;

export const databaseKilled: Scenario = {
  number: 6,
  title: 'The primary database is killed and comes back',
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
async function makeEmptyInstallation(run: Run, cluster: TwoOfEverything) {
  const client = await connect(run, cluster.databases.primary.url);
  await client.query(`create database ${RESTORED} owner ${OWNER}`);
  const dataDir = path.join(cluster.folder, 'restored');
  fs.mkdirSync(dataDir);
  fs.copyFileSync(path.join(cluster.dataDir, 'secret-key'), path.join(dataDir, 'secret-key'));
  const urlOfRestored = (url = '') => Object.assign(new URL(url), { pathname: RESTORED }).href;
  const { DATABASE_URL, DATABASE_MIGRATION_URL } = cluster.ownerEnv;
  return {
    ...cluster.env,
    DATA_DIR: dataDir,
    DATABASE_URL: urlOfRestored(DATABASE_URL),
    DATABASE_MIGRATION_URL: urlOfRestored(DATABASE_MIGRATION_URL),
  };
}

function runScript(env: NodeJS.ProcessEnv, log: string, ...args: readonly string[]) {
  const output = fs.openSync(log, 'a');
  const child = spawn('bash', [path.join(ROOT, 'deploy/backup.sh'), ...args], {
    env,
    detached: true,
    stdio: ['ignore', output, output],
  });
  fs.closeSync(output);
  return child;
}

async function succeed(child: ChildProcess): Promise<void> {
  await waitForExit(child);
  if (child.exitCode !== 0) throw new Error(`deploy/backup.sh ended with code ${child.exitCode}.`);
}

/** Replaces a document until the end is requested. The last file may still be converted then. */
async function keepReplacing(person: Person, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number += 1) {
    await person.upload('record.pdf', await textPdf(`Record ${number}`));
    await waitFor('The conversion', async () => ((await person.hasDocument()) ? true : undefined));
  }
}

/** The stored files that the rows of a database need, but a folder lacks. */
async function findMissingFiles(run: Run, url: string, dataDir: string): Promise<readonly string[]> {
  const client = await connect(run, url);
  const { rows } = await client.query<{ key: string }>(
    `select case status when 'COMPLETED' then pdf_key else file_key end as key from document
       where status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED')
     union select document -> 'pdf_key' #>> '{}' from submission, jsonb_each(content -> 'documents') as d (key, document)
     union select object_key from pdf_copy where status = 'COMPLETED'`,
  );
  return rows.map(({ key }) => key).filter((key) => !fs.existsSync(path.join(dataDir, 'objects', key)));
}

export const restore: Scenario = {
  number: 20,
  title: 'A backup is made while applicants work, and restored',
  run: underLoad(async ({ run, cluster, load }) => {
    const [backup, log] = [path.join(cluster.folder, 'backup'), path.join(cluster.folder, 'backup.log')];
    const person = await Person.register({ url: cluster.url, mailbox: cluster.mail }, 'ada.replacer@mail.example');
    let isOver = false;
    const replacing = keepReplacing(person, () => isOver);
    await sleep(10_000);
    const atStart = load.acknowledgedSoFar();
    const startedAt = performance.now();
    await succeed(runScript(cluster.ownerEnv, log, 'make', backup));
    const backupSeconds = (performance.now() - startedAt) / 1000;
    const atEnd = load.acknowledgedSoFar();
    const busyTabs = [...atEnd.tabs].filter(([tab, number]) => number > (atStart.tabs.get(tab) ?? 0)).length;
    isOver = true;
    await replacing;

    const empty = await makeEmptyInstallation(run, cluster);
    const killed = runScript(empty, log, 'restore', backup);
    await sleep(KILLED_AFTER_MS);
    signalGroup(killed, 'SIGKILL');
    await waitForExit(killed);
    const restoredAt = performance.now();
    await succeed(runScript(empty, log, 'restore', backup));
    await runServerProgram('migrate.ts', empty, { log });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { ...empty, PUBLIC_URL: url, TRUSTED_PROXY: '' };
    await startServer(run, 'server', { env, port, log: path.join(cluster.folder, 'logs/restored.log') });
    const worstRecovery = (performance.now() - restoredAt) / 1000;
    const missing = await findMissingFiles(run, empty.DATABASE_MIGRATION_URL, empty.DATA_DIR);
    return {
      runs: 1,
      worstRecovery,
      lost: await load.countLost(atStart, url),
      seen: `The backup took ${inSeconds(backupSeconds)}, in which ${busyTabs} of ${atEnd.tabs.size} tabs went on saving. Recovery is the time of the restore with the start of a web server.`,
      problems: [
        busyTabs === 0 && 'Nobody saved while the backup was made.',
        killed.signalCode === null && 'The first restore ended before it was killed.',
        missing.length > 0 && `The store lacks ${missing.join(', ')}.`,
      ],
    };
  }),
};
