import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDatabaseFolder } from './database-folder.testing.ts';
import { EmbeddedDatabaseError, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let folder: string;
let root: string;
let running: EmbeddedPostgres[];

beforeEach(() => {
  folder = makeDatabaseFolder('firstyear-embedded-');
  root = path.join(folder, 'postgres');
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ root });
  running.push(server);
  return server;
}

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const kill = (server: EmbeddedPostgres): boolean => process.kill(server.pid, 'SIGKILL');

describe('the embedded database', () => {
  test('is a PostgreSQL 18 in UTF-8 that listens on loopback only', async () => {
    const server = await start();
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    const rows = await query(
      server,
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync",
    );
    expect(rows).toEqual([{ version: 18, addresses: '127.0.0.1', encoding: 'UTF8', fsync: 'on' }]);
  });

  test('gets none of our environment variables', async () => {
    if (process.platform !== 'linux') return;
    process.env.SECRET_KEY = 'nobody reads this';
    const server = await start().finally(() => {
      delete process.env.SECRET_KEY;
    });
    const environment = fs.readFileSync(`/proc/${server.pid}/environ`, 'utf8');
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain('SECRET_KEY');
  });

  test('keeps its rows across a restart', async () => {
    const first = await start();
    await query(first, "create table kept as select 'Ada Testperson' as name");
    await first.stop();
    await expect(query(first, 'select 1')).rejects.toThrow();
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select name from kept')).toEqual([{ name: 'Ada Testperson' }]);
  });

  test('has every committed row after it is killed', async () => {
    const first = await start();
    await query(first, 'create table kept (n int)');
    for (let n = 0; n < 20; n++) await query(first, `insert into kept values (${n})`);
    kill(first);
    // Until then it still accepts connections, which are then reset.
    await first.ended;
    const second = await start();
    expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 20 }]);
  });

  test('restarts on the same port after a kill, or on another when that is taken', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    kill(first);
    await first.ended;
    const second = await startEmbeddedPostgres({ root, port });
    running.push(second);
    expect(second.url).toBe(first.url);
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    await second.ended;
    const other = net.createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const third = await startEmbeddedPostgres({ root, port });
    running.push(third);
    expect(third.url).not.toBe(first.url);
    expect(await query(third, 'select 1 as one')).toEqual([{ one: 1 }]);
    other.close();
  });

  test('is adopted when it outlives the process that started it, and can be stopped then', async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url });
    await second.stop();
    await expect(query(first, 'select 1')).rejects.toThrow();
  });

  test('is created after an interrupted first start, whose files are removed', async () => {
    fs.mkdirSync(path.join(root, 'pgdata.init-1-dead'), { recursive: true });
    fs.writeFileSync(path.join(root, 'pgdata.init-1-dead', 'PG_VERSION'), '18');
    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.readdirSync(root).filter((name) => name.includes('init'))).toEqual([]);
  });

  test('works in a folder that only its owner may enter', async () => {
    fs.chmodSync(folder, 0o700);
    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('works in a folder that everybody may enter, and after the folder becomes private', async () => {
    fs.chmodSync(folder, 0o755);
    const first = await start();
    await query(first, 'create table kept as select 1 as one');
    await first.stop();
    fs.chmodSync(folder, 0o700);
    expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
  });

  test('lets nobody else read its files', async () => {
    await start();
    for (const name of ['pgdata', 'password', 'postgres.log']) {
      expect(fs.statSync(path.join(root, name)).mode & 0o077, name).toBe(0);
    }
  });

  test('hides the password of the owner role from the user that it runs as', async () => {
    fs.chmodSync(folder, 0o755);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.statSync(path.join(root, 'password')).uid).toBe(process.getuid?.());
    expect(fs.readdirSync(root).filter((name) => name.startsWith('password'))).toEqual(['password']);
  });

  test('says in one sentence which folder is damaged and what to do', async () => {
    await (await start()).stop();
    fs.truncateSync(path.join(root, 'pgdata/global/pg_control'), 0);
    const problem = await startEmbeddedPostgres({ root }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(EmbeddedDatabaseError);
    expect(String(problem)).toContain(path.join(root, 'pgdata'));
    expect(String(problem)).toMatch(/back from a backup, or move it away/);
    expect(String(problem)).not.toContain('\n');
  });

  test('reports a missing file as a damaged folder too', async () => {
    await (await start()).stop();
    fs.rmSync(path.join(root, 'pgdata/PG_VERSION'));
    await expect(startEmbeddedPostgres({ root })).rejects.toThrow(/cannot be opened/);
  });

  test('leaves no process behind when it is stopped', async () => {
    const server = await start();
    await server.stop();
    expect(() => process.kill(server.pid, 0)).toThrow(/ESRCH/);
    expect(fs.existsSync(path.join(root, 'pgdata/postmaster.pid'))).toBe(false);
  });
});
