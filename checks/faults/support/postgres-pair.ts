import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { postgresUser } from '../../../apps/server/src/db/embedded-user.ts';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import type { Run } from '../../support/command.ts';
import { descendantsOf, hasEnded, killAll, retry, run as runProgram, waitForExit } from '../../support/processes.ts';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const SUPERUSER = 'admin';
const DATABASE = 'firstyear';
const OWNER = 'firstyear_owner';
/** The role of the proxy's health check, which finds the primary; see deploy/proxy/haproxy-database.cfg. */
const CHECKER = 'proxy_check';
const SERVING = 'firstyear_serving';

/** Finds the programs of Debian's newest PostgreSQL, which include pg_basebackup. */
function findPrograms(): string {
  const versions = fs.existsSync(DEBIAN_POSTGRES) ? fs.readdirSync(DEBIAN_POSTGRES) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('PostgreSQL is not installed. On Debian: apt-get install postgresql');
  return path.join(DEBIAN_POSTGRES, newest, 'bin');
}

/** Runs statements in order, once the server accepts connections. */
async function query(url: string, ...statements: readonly string[]): Promise<void> {
  const client = await retry('A connection to PostgreSQL', async () => {
    const opened = new pg.Client({ connectionString: url });
    opened.on('error', () => undefined);
    await opened.connect();
    return opened;
  });
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/**
 * Starts a primary with a synchronous standby until the run ends, from Debian's packages, on loopback, with the two roles of
 * docs/operating.md. The standby has every commit of the primary before it is acknowledged.
 */
export async function startPostgresPair(run: Run) {
  const programs = findPrograms();
  const password = randomBytes(12).toString('hex');
  fs.chmodSync(run.folder, 0o711);

  const prepareServer = async (name: 'primary' | 'standby') => {
    const folder = path.join(run.folder, 'postgres', name);
    fs.mkdirSync(folder, { recursive: true });
    const [data, port] = [path.join(folder, 'data'), await freePort()];
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`;
    /** A PostgreSQL command, with a user who may run it. */
    const commandOf = (program: string, args: readonly string[]) => {
      const file = path.join(programs, program);
      const user = postgresUser({ root: folder, data, program: file });
      if (typeof user === 'string') throw new Error(user);
      const [command, commandArgs] = user.command(file, args);
      return [command, commandArgs, { ...user.ids, cwd: folder }] as const;
    };
    let child: ChildProcess | undefined;
    return {
      folder,
      data,
      port,
      /** The superuser's address of the product's database, and of the server's own. */
      url: `${url}/${DATABASE}`,
      administration: `${url}/postgres`,
      run: (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
        const [command, commandArgs, options] = commandOf(program, args);
        runProgram(command, commandArgs, { ...options, env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env } });
      },
      start: async () => {
        const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
        const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
        const [command, commandArgs, options] = commandOf('postgres', args);
        const log = fs.openSync(path.join(folder, 'postgres.log'), 'a');
        child = spawn(command, commandArgs, { ...options, stdio: ['ignore', log, log] });
        fs.closeSync(log);
        await query(`${url}/postgres`, 'select');
      },
      /** Fast shutdown. */
      stop: async () => {
        if (child === undefined || hasEnded(child)) return;
        child.kill('SIGINT');
        await waitForExit(child);
      },
      /** Ends the server with all its processes, as when its machine fails. */
      kill: async () => {
        if (child?.pid === undefined) throw new Error(`The ${name} does not run.`);
        killAll([child.pid, ...descendantsOf(child.pid)]);
        await waitForExit(child);
      },
    };
  };
  const [primary, standby] = [await prepareServer('primary'), await prepareServer('standby')];
  run.onEnd(standby.stop);
  run.onEnd(primary.stop);

  const passwordFile = path.join(primary.folder, 'password');
  fs.writeFileSync(passwordFile, password);
  const cluster = ['-D', primary.data, '-U', SUPERUSER, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8'];
  primary.run('initdb', [...cluster, `--pwfile=${passwordFile}`]);
  fs.rmSync(passwordFile);
  const access = path.join(primary.data, 'pg_hba.conf');
  fs.writeFileSync(access, `host postgres ${CHECKER} 127.0.0.1/32 trust\n${fs.readFileSync(access, 'utf8')}`);
  await primary.start();
  await query(
    primary.administration,
    `create role ${CHECKER} login`,
    `create role ${OWNER} login password '${password}'`,
    `create role ${SERVING} login password '${password}'`,
    `create database ${DATABASE} owner ${OWNER}`,
  );
  const source = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} application_name=standby`;
  const copy = ['-D', standby.data, '-R', '-X', 'stream', '-c', 'fast', '-d', source];
  standby.run('pg_basebackup', copy, { PGPASSWORD: password });
  await standby.start();
  // Only the primary waits: a promoted standby has no standby of its own.
  const names = `alter system set synchronous_standby_names = 'standby'`;
  await query(primary.administration, names, 'select pg_reload_conf()');
  const urlFor = (role: string, port: number) => `postgres://${role}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return {
    primary,
    standby,
    /** The database's addresses through the port of a proxy. */
    urlsThrough: (port: number) => ({ serving: urlFor(SERVING, port), owner: urlFor(OWNER, port) }),
    promote: () => query(standby.administration, 'select pg_promote()'),
  };
}
