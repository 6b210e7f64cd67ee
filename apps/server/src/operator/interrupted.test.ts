import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabaseFolder } from '../db/database-folder.testing.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { eventually } from '../testing/eventually.ts';

let dataDir: string;
const placeOf = (name: string) => path.join(dataDir, name);

async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(
      ({ rows }) => rows,
      () => [],
    )
    .finally(() => client.end());
}

beforeAll(async () => {
  dataDir = makeDatabaseFolder('firstyear-interrupted-');
  const database = await startEmbeddedPostgres({ root: placeOf('postgres') });
  try {
    await migrate(database.url);
    // A command that writes to the audit trail waits until it is interrupted.
    await query(
      database.url,
      `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(3600); return new; end';
       create trigger wait before insert on audit_event execute function wait()`,
    );
  } finally {
    await database.stop();
  }
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Process id and address of the database server that the command started. */
async function readServer() {
  const [pid, , , port] = (await readFile(placeOf('postgres/pgdata/postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(placeOf('postgres/password'), 'utf8')).trim();
  return { pid: Number(pid), url: `postgres://firstyear:${password}@127.0.0.1:${port}/postgres` };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'a command interrupted by %s stops the database that it started, and exits with %i',
  async (signal, code) => {
    const program = path.resolve(import.meta.dirname, '../programs/operator.ts');
    const child = spawn(process.execPath, [program, 'export', '--format', 'csv', '--out', placeOf(signal)], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(32) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = once(child, 'exit');
    const words = text(child.stderr);
    const server = await eventually(async () => {
      const found = await readServer();
      const waiting = await query(found.url, "select from pg_stat_activity where wait_event = 'PgSleep'");
      expect(waiting).toHaveLength(1);
      return found;
    });
    // Twice, since npm and the terminal both pass it on.
    child.kill(signal);
    child.kill(signal);
    expect(await exited).toEqual([code, null]);
    expect(await words).toBe(
      `Ended by ${signal} before it was done. Nothing half-done is left: give the same command again.\n`,
    );
    expect(isRunning(server.pid)).toBe(false);
    expect(await readdir(placeOf('postgres/pgdata'))).not.toContain('postmaster.pid');
    expect(await readdir(dataDir)).not.toContain(signal);
  },
);
