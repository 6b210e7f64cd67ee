import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { postgresUser } from '../../../apps/server/src/db/embedded-user.ts';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { hasEnded, kill, run, waitFor, waitForExit } from '../../support/processes.ts';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const SUPERUSER = 'admin';
const DATABASE = 'firstyear';
const OWNER = 'firstyear_owner';
/** As whom the proxy asks which server is the primary; see deploy/proxy/haproxy-database.cfg. */
const CHECKER = 'proxy_check';
const SERVING = 'firstyear_serving';

export interface PostgresServer {
  readonly port: number;
  /** The superuser's line to the product's database, straight to this server. */
  readonly url: string;
  start(): Promise<void>;
  /** Ends the server in order (fast shutdown). */
  stop(): Promise<void>;
  /** Ends every process of it without warning, as when its machine is gone. */
  kill(): Promise<void>;
}

/** Two PostgreSQL servers: what the first one commits is on the second one before anybody hears of it. */
export interface PostgresPair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Lines through a port of a proxy before the two. */
  urlsThrough(port: number): { readonly serving: string; readonly owner: string };
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Debian's newest PostgreSQL, which brings pg_basebackup. */
function findPrograms(): string {
  const versions = fs.existsSync(DEBIAN_POSTGRES) ? fs.readdirSync(DEBIAN_POSTGRES) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('PostgreSQL is not installed. On Debian: apt-get install postgresql');
  return path.join(DEBIAN_POSTGRES, newest, 'bin');
}

/** Runs statements one after the other, as soon as the server takes connections. */
async function query(url: string, ...statements: readonly string[]): Promise<void> {
  const client = await waitFor('A connection to PostgreSQL', async () => {
    const opened = new pg.Client({ connectionString: url });
    opened.on('error', () => undefined);
    return opened.connect().then(
      () => opened,
      () => undefined,
    );
  });
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** The processes of a server: its first one and all that this one has started. */
function processesOf(first: number): readonly number[] {
  const children = fs.readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
  return [first, ...children.filter((pid) => pid !== '').map(Number)];
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

interface ServerOptions {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly password: string;
}

function postgresServer(programs: string, { name, folder, port, password }: ServerOptions): PostgresServer {
  const data = path.join(folder, 'data');
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  return {
    port,
    url: `${url}/${DATABASE}`,
    async start() {
      const user = postgresUser({ root: folder, data, program: path.join(programs, 'postgres') });
      if (typeof user === 'string') throw new Error(user);
      const own = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
      const given = own.flatMap((setting) => ['-c', setting]);
      const [file, args] = user.command(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), ...given]);
      const log = fs.openSync(path.join(folder, 'postgres.log'), 'a');
      child = spawn(file, args, { ...user.ids, cwd: folder, stdio: ['ignore', log, log] });
      fs.closeSync(log);
      await query(`${url}/postgres`, 'select');
    },
    async stop() {
      if (child === undefined || hasEnded(child)) return;
      child.kill('SIGINT');
      await waitForExit(child);
    },
    async kill() {
      if (child?.pid === undefined) throw new Error(`The ${name} does not run.`);
      killAll(processesOf(child.pid));
      await kill(child);
    },
  };
}

/**
 * Brings up a primary with a synchronous standby in a folder, from Debian's packages, on loopback and ports of their own,
 * with the two roles that docs/operating.md describes.
 */
export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const programs = findPrograms();
  const password = randomBytes(12).toString('hex');
  const folders = { primary: path.join(folder, 'primary'), standby: path.join(folder, 'standby') };
  for (const place of Object.values(folders)) fs.mkdirSync(place, { recursive: true });
  fs.chmodSync(folder, 0o711);
  const runIn = (root: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const user = postgresUser({ root, data: path.join(root, 'data'), program: path.join(programs, program) });
    if (typeof user === 'string') throw new Error(user);
    const [file, all] = user.command(path.join(programs, program), args);
    return run(file, all, { ...user.ids, cwd: root, env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env } });
  };
  const passwordFile = path.join(folders.primary, 'password');
  fs.writeFileSync(passwordFile, password);
  const made = ['-D', path.join(folders.primary, 'data'), '-U', SUPERUSER, '-A', 'scram-sha-256', '-E', 'UTF8'];
  runIn(folders.primary, 'initdb', [...made, '--locale=C.UTF-8', `--pwfile=${passwordFile}`]);
  fs.rmSync(passwordFile);
  const access = path.join(folders.primary, 'data/pg_hba.conf');
  fs.writeFileSync(access, `host postgres ${CHECKER} 127.0.0.1/32 trust\n${fs.readFileSync(access, 'utf8')}`);

  const make = async (name: keyof typeof folders) =>
    postgresServer(programs, { name, folder: folders[name], port: await freePort(), password });
  const [primary, standby] = [await make('primary'), await make('standby')];
  const stop = async () => {
    await primary.stop();
    await standby.stop();
  };
  const administration = `postgres://${SUPERUSER}:${password}@127.0.0.1`;
  try {
    await primary.start();
    await query(
      `${administration}:${primary.port}/postgres`,
      `create role ${CHECKER} login`,
      `create role ${OWNER} login password '${password}'`,
      `create role ${SERVING} login password '${password}'`,
      `create database ${DATABASE} owner ${OWNER}`,
    );
    const from = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} application_name=standby`;
    const copy = ['-D', path.join(folders.standby, 'data'), '-R', '-X', 'stream', '-c', 'fast', '-d', from];
    runIn(folders.standby, 'pg_basebackup', copy, { PGPASSWORD: password });
    await standby.start();
    // Only the primary waits: a standby that becomes one has nobody to wait for.
    await query(
      `${administration}:${primary.port}/postgres`,
      `alter system set synchronous_standby_names = 'standby'`,
      'select pg_reload_conf()',
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    primary,
    standby,
    urlsThrough: (port) => ({
      serving: `postgres://${SERVING}:${password}@127.0.0.1:${port}/${DATABASE}`,
      owner: `postgres://${OWNER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    }),
    promote: () => query(`${administration}:${standby.port}/postgres`, 'select pg_promote()'),
    stop,
  };
}
