import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { listTables, setSequences } from './catalog.ts';
import { copyTableIn, copyTableOut, hashFile } from './copy-table.ts';
import { connectPatiently, openSnapshot } from './snapshot.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-snapshot-'));
  await database.pool.query(`
    create table note (id integer generated always as identity, "the text" text, twice text generated always as ("the text" || "the text") stored);
    insert into note ("the text") values (E'a tab\\t, a \\\\N and "quotes"'), (null), ('王')`);
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

const countConnections = async () => {
  const { rows } = await database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rows.length;
};

test('all connections of a snapshot see the same moment, have no time limit, and are closed with it', async () => {
  await database.pool.query(`alter database ${pg.escapeIdentifier(new URL(database.url).pathname.slice(1))}
    set statement_timeout = '1s'`);
  const before = await countConnections();
  const snapshot = await openSnapshot(database.url, 3);
  expect(snapshot.clients).toHaveLength(3);
  await database.pool.query(`insert into note ("the text") values ('later')`);
  const seen = sql`select current_setting('statement_timeout') as limit, count(*)::int from note`;
  expect((await seen.execute(snapshot.db)).rows).toEqual([{ limit: '0', count: 3 }]);
  for (const client of snapshot.clients) {
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as limit, count(*)::int from note`,
    );
    expect(rows).toEqual([{ limit: '0', count: 3 }]);
    await expect(client.query('delete from note')).rejects.toThrow('read-only');
  }
  const { rows } = await database.pool.query('select count(*)::int from note');
  expect(rows).toEqual([{ count: 4 }]);
  await snapshot.close();
  await eventually(async () => expect(await countConnections()).toBe(before));
});

test('a snapshot that cannot open all its connections leaves none open', async () => {
  const few = `few_${randomUUID().slice(0, 8)}`;
  await database.pool.query(`create role ${few} login password 'few' connection limit 2`);
  const url = new URL(database.url);
  Object.assign(url, { username: few, password: 'few' });
  const before = await countConnections();
  await expect(openSnapshot(url.href, 3)).rejects.toThrow('too many connections');
  await eventually(async () => expect(await countConnections()).toBe(before));
  await database.pool.query(`drop role ${few}`);
});

test('a table is restored as it was, from a new file that only its owner can read; an aborted copy ends', async () => {
  const client = await connectPatiently(database.url);
  try {
    const [table] = await listTables(client);
    if (!table) throw new Error('there is no table');
    const before = await client.query('select * from note order by id');
    const file = path.join(folder, 'note');
    const signal = new AbortController().signal;
    const copied = await copyTableOut(client, table, file, signal);
    expect(copied).toEqual({ rows: before.rows.length, sha256: await hashFile(file) });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await client.query('delete from note');
    await expect(copyTableIn(client, table, file, AbortSignal.abort())).rejects.toThrow('aborted');
    const again = await connectPatiently(database.url);
    expect(await copyTableIn(again, table, file, signal)).toBe(copied.rows);
    await setSequences(again);
    expect((await again.query('select * from note order by id')).rows).toEqual(before.rows);
    const { rows } = await again.query(`insert into note ("the text") values ('next') returning id`);
    expect(rows).toEqual([{ id: before.rows.length + 1 }]);
    await expect(copyTableOut(again, table, path.join(folder, randomUUID()), AbortSignal.abort())).rejects.toThrow(
      'aborted',
    );
    await again.end();
    const own = path.join(folder, 'own');
    await writeFile(own, 'mine');
    const other = await connectPatiently(database.url);
    await expect(copyTableOut(other, table, own, signal)).rejects.toThrow('EEXIST');
    await other.end();
    expect(await readFile(own, 'utf8')).toBe('mine');
  } finally {
    await client.end();
  }
});

test('tables with circular references are refused', async () => {
  const client = await connectPatiently(database.url);
  try {
    await client.query(`
      create table one (id integer primary key); create table two (id integer primary key references one);
      alter table one add foreign key (id) references two`);
    await expect(listTables(client)).rejects.toThrow('circular references');
  } finally {
    await client.query('drop table one, two cascade');
    await client.end();
  }
});
