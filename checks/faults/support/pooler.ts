import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { waitFor } from '../../support/processes.ts';

export interface Pooler {
  /** The database's address through it. */
  readonly url: string;
  /** Its connections to the database. */
  countServers(): Promise<number>;
  stop(): Promise<void>;
}

/** Debian's nobody: PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/** A real PgBouncer in transaction mode before a database, with so many connections to it at most. */
export async function startPooler(parent: string, databaseUrl: string, size: number): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = path.join(parent, 'pgbouncer');
  const [file, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users.txt')];
  await mkdir(folder, { mode: 0o700 });
  await writeFile(users, `"${target.username}" "${target.password}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
admin_users = ${target.username}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chmod(parent, 0o711);
    for (const owned of [folder, file, users]) await chown(owned, NOBODY, NOBODY);
  }
  const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('error', () =>
      reject(new Error('PgBouncer is not installed. On Debian and Ubuntu: apt-get install pgbouncer')),
    );
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with code ${code}.`)));
  });
  ended.catch(() => undefined);
  const url = new URL(databaseUrl);
  url.port = String(port);
  const admin = new URL(url);
  admin.pathname = '/pgbouncer';
  const countServers = async () => {
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    const { rows } = await client.query('show servers');
    await client.end();
    return rows.length;
  };
  await Promise.race([ended, waitFor('PgBouncer', () => countServers().catch(() => undefined))]);
  return {
    url: url.href,
    countServers,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGINT');
      await exit;
    },
  };
}
