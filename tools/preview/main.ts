import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { productEnvironment } from '@firstyear/processes/child-environment';
import { isAlive } from '@firstyear/processes/is-alive';
import { partnerFolder, partnerGiven } from '@firstyear/processes/partner-folder';
import pg from 'pg';
import { readSettings } from '../../apps/server/src/config/config.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { printError } from '../../apps/server/src/process/error-for-people.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { prepareDataFolder } from '../start/data-folder.ts';
import { startManagedProcess } from '../start/managed-process.ts';
import { checkPort } from '../start/port.ts';
import { onStopRequest } from '../start/stop-signals.ts';

/** node tools/preview/main.ts SLUG|FOLDER: shows the pages of a university with sample answers, and updates them when a file is saved. */
const [given = ''] = process.argv.slice(2);
const folder = partnerFolder(partnerGiven(given));
const root = path.resolve(import.meta.dirname, '../..');
const { port, host } = readSettings({ PORT: process.env.PORT ?? '3100', HOST: process.env.HOST });
const url = `http://localhost:${port}`;
/** Debounces the events of a save. */
const DEBOUNCE_MS = 150;

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-preview-'));
const script = (name: string) => path.join(root, 'apps/server/src/programs', name);
const stopping = new AbortController();

/** Checks the folder; returns its problems in sentences, if it has any. */
function findProblem(): Promise<string | undefined> {
  const args = [script('operator.ts'), 'partner', 'check', folder, '--quick'];
  return new Promise((resolve) => {
    const options = { env: productEnvironment({}), signal: stopping.signal };
    execFile(process.execPath, args, options, (error, _out, errors) => resolve(error ? errors.trim() : undefined));
  });
}

async function query(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const databaseIn = (server: string, name: string): string => new URL(`/${name}`, server).href;

/** A running product with one version of the folder, and sample applicants. */
interface Round {
  /** Settles when its pages can be opened. */
  readonly ready: Promise<void>;
  show(problem: string): void;
  stop(): Promise<void>;
}

/** Starts a round on a database of its own: a form may change in any way before it has answers. */
async function startRound(postgres: string, number: number): Promise<Round> {
  const database = `round_${number}`;
  await query(postgres, `create database ${database} template empty`);
  const serverPort = await freePort();
  const env = productEnvironment({
    ...{ PARTNER_DIR: folder, DATA_DIR: dataDir, PUBLIC_URL: url },
    ...{ DATABASE_URL: databaseIn(postgres, database), PORT: String(serverPort) },
  });
  const site: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'site.ts')], {
    env: { ...env, SERVER_URL: `http://localhost:${serverPort}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const logFolder = path.join(dataDir, 'logs');
  const start = (name: string, file: string) =>
    startManagedProcess({
      ...{ name, script: script(file), env, logFolder, consoleLevel: 'silent' },
      onGiveUp: (sentence) => {
        console.log(sentence);
        site.kill('SIGKILL');
      },
    });
  const web = start('web', 'server.ts');
  const worker = start('worker', 'worker.ts');
  const siteEnded = once(site, 'exit');
  const stop = async () => {
    site.kill('SIGKILL');
    await Promise.all([web.stop(), worker.stop(), siteEnded]);
    await query(postgres, `drop database if exists ${database} with (force)`);
  };
  const ready = Promise.race([once(site, 'message'), siteEnded]).then(([first]) => {
    if (first !== 'ready') throw new StartProblem(`The preview could not be started. See ${logFolder}.`);
  });
  return { ready, stop, show: (problem) => void (site.connected && site.send({ problem })) };
}

let round: Round | undefined;
let database: ReturnType<typeof startEmbeddedPostgres> | undefined;

/** Ends everything that was started, even if it isn't ready, and this process. */
async function end(code: number): Promise<never> {
  stopping.abort();
  await round?.stop().catch(() => undefined);
  const started = await database?.catch(() => undefined);
  await started?.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
  process.exit(code);
}
/** Ends at once, on a second request: programs with a channel to this process end with it, and the database gets a signal. */
async function endAtOnce(): Promise<never> {
  const started = await database?.catch(() => undefined);
  if (started && isAlive(started.pid)) process.kill(started.pid, 'SIGQUIT');
  process.exit(130);
}
async function fail(error: unknown): Promise<void> {
  // Failures are expected during shutdown.
  if (stopping.signal.aborted) return;
  printError(error);
  await end(1);
}
onStopRequest(
  () => void end(0),
  () => void endAtOnce(),
);

async function run(): Promise<void> {
  await checkPort({ port, host });
  prepareDataFolder(dataDir);
  database = startEmbeddedPostgres({ root: path.join(dataDir, 'postgres') });
  const { url: postgres } = await database;
  await query(postgres, 'create database empty');
  const env = productEnvironment({ DATA_DIR: dataDir, DATABASE_URL: databaseIn(postgres, 'empty') });
  const { signal } = stopping;
  const migration = spawn(process.execPath, [script('migrate.ts')], {
    env,
    signal,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(migration, 'exit');
  if (code !== 0) throw new StartProblem('The database of the preview could not be created.');
  let saved = Promise.withResolvers<void>();
  let settled: NodeJS.Timeout | undefined;
  if (!fs.existsSync(folder)) throw new StartProblem((await findProblem()) ?? `${folder} is not there.`);
  fs.watch(folder, { recursive: true, signal }, () => {
    clearTimeout(settled);
    settled = setTimeout(() => saved.resolve(), DEBOUNCE_MS);
  });
  for (let number = 1; ; number += 1) {
    const problem = await findProblem();
    if (stopping.signal.aborted) return;
    if (problem === undefined) {
      await round?.stop();
      round = await startRound(postgres, number);
      const failure: unknown = await round.ready.catch((error: unknown) => error);
      if (stopping.signal.aborted) return;
      if (failure === undefined) console.log(`The preview is at ${url}/preview`);
      else printError(failure);
    } else {
      console.log(problem);
      round?.show(problem);
    }
    await saved.promise;
    saved = Promise.withResolvers<void>();
  }
}

await run().catch(fail);
