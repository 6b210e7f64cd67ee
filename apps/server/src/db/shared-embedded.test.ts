import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDatabaseFolder } from './database-folder.testing.ts';
import { type SharedPostgres, shareEmbeddedPostgres } from './shared-embedded.ts';

let folder: string;
let shared: SharedPostgres[];

beforeEach(() => {
  folder = makeDatabaseFolder('firstyear-shared-');
  shared = [];
});
afterEach(async () => {
  for (const server of shared) await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function share(): Promise<SharedPostgres> {
  const server = await shareEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  shared.push(server);
  return server;
}

async function isServing({ url }: SharedPostgres): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

test('the database outlives the process that started it, and its last user stops it', async () => {
  const first = await share();
  const second = await share();
  expect([first.adopted, second.adopted]).toEqual([false, true]);
  await first.leave();
  expect(await isServing(second)).toBe(true);
  await second.leave();
  expect(await isServing(second)).toBe(false);
  expect(fs.readdirSync(path.join(folder, 'postgres/pgdata'))).not.toContain('postmaster.pid');
});

test('when two processes leave at the same moment, one stops the database, and a third that joins then gets a running one', async () => {
  const [first, second] = [await share(), await share()];
  const [third] = await Promise.all([share(), first.leave(), second.leave()]);
  expect(await isServing(third)).toBe(true);
  await third.leave();
  expect(await isServing(third)).toBe(false);
});

test('a killed process no longer counts as a user', async () => {
  const [first, second] = [await share(), await share()];
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  // The first one's connection is the oldest that holds the lock.
  await client.query(
    "select pg_terminate_backend(pid, 30000) from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' order by backend_start limit 1",
  );
  await client.end();
  await second.leave();
  expect(await isServing(second)).toBe(false);
});
