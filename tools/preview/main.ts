import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '@firstyear/processes/is-alive';
import { partnerFolder, partnerGiven } from '@firstyear/processes/partner-folder';
import pg from 'pg';
import { readSettings } from '../../apps/server/src/config/config.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { printError } from '../../apps/server/src/errors/error-for-people.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { prepareDataFolder } from '../start/data-folder.ts';
import { startManagedProcess } from '../start/managed-process.ts';
import { checkPort } from '../start/port.ts';
import { onStopRequest } from '../start/stop-signals.ts';

/** node tools/preview/main.ts SLUG|FOLDER: the pages of a university with sample answers, made again whenever a file of it is saved. */
const [given = ''] = process.argv.slice(2);
const folder = partnerFolder(partnerGiven(given));
const root = path.resolve(import.meta.dirname, '../..');
const { port, host } = readSettings({ PORT: process.env.PORT ?? '3100', HOST: process.env.HOST });
const url = `http://localhost:${port}`;
const SAVED_MS = 150;

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-preview-'));
const script = (name: string) => path.join(root, 'apps/server/src', name);
const stopping = new AbortController();

/** What is wrong with the folder, in sentences. */
function findProblem(): Promise<string | undefined> {
  const args = [script('operator.ts'), 'partner', 'check', folder, '--quick'];
  return new Promise((resolve) => {
    const { signal } = stopping;
    execFile(process.execPath, args, { signal }, (error, _out, said) => resolve(error ? said.trim() : undefined));
  });
}

async function query(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const databaseIn = (server: string, name: string): string => {
  const named = new URL(server);
  named.pathname = `/${name}`;
  return named.href;
};

/** A product with this version of the folder, and people in it. */
interface Round {
  /** When its pages are there. */
  readonly ready: Promise<void>;
  show(problem: string): void;
  stop(): Promise<void>;
}

/** Starts a round on a database of its own: a form may change as it likes while nobody has answered it. */
async function startRound(postgres: string, number: number): Promise<Round> {
  const database = `round_${number}`;
  await query(postgres, `create database ${database} template empty`);
  const serverPort = await freePort();
  const shared = { ...process.env, PARTNER_DIR: folder, DATA_DIR: dataDir, PUBLIC_URL: url };
  const env = { ...shared, DATABASE_URL: databaseIn(postgres, database), PORT: String(serverPort) };
  const SERVER_URL = `http://localhost:${serverPort}`;
  const site: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'site.ts')], {
    env: { ...env, SERVER_URL },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const giveUp = (why: string) => {
    console.log(why);
    site.kill('SIGKILL');
  };
  const log = { logFolder: path.join(dataDir, 'logs'), consoleLevel: 'silent', onGiveUp: giveUp } as const;
  const web = startManagedProcess({ ...log, name: 'web', script: script('server.ts'), env });
  const worker = startManagedProcess({ ...log, name: 'worker', script: script('worker.ts'), env });
  const siteEnded = once(site, 'exit');
  const stop = async () => {
    site.kill('SIGKILL');
    await Promise.all([web.stop(), worker.stop(), siteEnded]);
    await query(postgres, `drop database if exists ${database} with (force)`);
  };
  const ready = Promise.race([once(site, 'message'), siteEnded]).then(([first]) => {
    if (first !== 'ready') throw new StartProblem(`The preview could not be started. See ${log.logFolder}.`);
  });
  return { ready, stop, show: (problem) => void (site.connected && site.send({ problem })) };
}

let round: Round | undefined;
let database: ReturnType<typeof startEmbeddedPostgres> | undefined;

/** Ends whatever has been started, also what is not ready yet, and this process. */
async function end(code: number): Promise<never> {
  stopping.abort();
  await round?.stop().catch(() => undefined);
  const started = await database?.catch(() => undefined);
  await started?.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
  process.exit(code);
}
/** Asked again, ends at once: whatever has a channel to this process ends with it, and the database is told. */
async function endAtOnce(): Promise<never> {
  const started = await database?.catch(() => undefined);
  if (started && isAlive(started.pid)) process.kill(started.pid, 'SIGQUIT');
  process.exit(130);
}
async function fail(error: unknown): Promise<void> {
  // What fails because it is being ended is no news.
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
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseIn(postgres, 'empty') };
  const { signal } = stopping;
  const migration = [script('migrate.ts')];
  await promisedExit(spawn(process.execPath, migration, { env, signal, stdio: ['ignore', 'ignore', 'inherit'] }));
  let saved = Promise.withResolvers<void>();
  let settled: NodeJS.Timeout | undefined;
  if (!fs.existsSync(folder)) throw new StartProblem((await findProblem()) ?? `${folder} is not there.`);
  fs.watch(folder, { recursive: true, signal: stopping.signal }, () => {
    clearTimeout(settled);
    settled = setTimeout(() => saved.resolve(), SAVED_MS);
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

async function promisedExit(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new StartProblem('The database of the preview could not be made.');
}

await run().catch(fail);
