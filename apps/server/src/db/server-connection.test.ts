import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { recordSends } from '../testing/record-sends.ts';
import { NoResponseError } from './change-gate.ts';
import { createDatabase, createPool } from './database.ts';
import { MAX_PREPARED } from './server-connection.ts';
import { sendTogether, sendWithNext } from './server-dialect.ts';
import { type Db, inTransaction, type Tx } from './transaction.ts';

/** Pools of one connection each, so that a test knows which one it uses: like the server's own, and like one behind a pooler. */
let t: TestDatabase;
let direct: Db;
let pooled: Db;
beforeAll(async () => {
  t = await createTestDatabase();
  direct = createDatabase(createPool(t.url, { connections: 1, pipeline: true }));
  pooled = createDatabase(createPool(t.url, { connections: 1, isPooled: true }));
});
afterAll(async () => {
  await direct.destroy();
  await pooled.destroy();
  await t.stop();
});

const databases = [
  ['directly', () => direct],
  ['through a pooler', () => pooled],
] as const;

const insertQuery = (db: Db, subject: string) =>
  db.insertInto('call_count').values({ subject, calls: 1, started_at: new Date(0) });
const countQuery = (db: Db, subject: string) =>
  db.selectFrom('call_count').select(['calls', 'started_at']).where('subject', '=', subject);
const count = async (db: Db, subject: string) => (await countQuery(db, subject).execute()).length;
const prepared = async (db: Db, part = '') => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement).filter((statement) => statement.includes(part));
};

const lockAndWrite = (db: Db, subject: string) => () =>
  inTransaction(db, async (tx) => {
    await sendTogether(tx, [countQuery(tx, subject), countQuery(tx, subject)]);
    await sendWithNext(tx, insertQuery(tx, subject));
  });

test('a transaction takes two messages: its start with the first queries, and its last change with the commit', async () => {
  expect(await recordSends(lockAndWrite(direct, 'two messages'))).toEqual(['start, select, select', 'insert, commit']);
  expect(await count(direct, 'two messages')).toBe(1);
});

test('through a pooler, each query is sent by itself and nothing is prepared', async () => {
  const sends = await recordSends(lockAndWrite(pooled, 'one by one'));
  expect(sends).toEqual(['start', 'select', 'select', 'insert', 'commit']);
  expect(await count(direct, 'one by one')).toBe(1);
  expect(await prepared(pooled)).toEqual([]);
});

test.each(databases)('%s, an empty transaction sends nothing', async (_, db) => {
  const nothing = () => inTransaction(db(), async () => undefined);
  const failed = () =>
    inTransaction(db(), async () => {
      throw new Error('before anything was done');
    }).catch(() => undefined);
  expect(await recordSends(async () => [await nothing(), await failed()])).toEqual([]);
});

test.each(databases)('%s, each query returns its own rows, with types and nulls, or none', async (_, db) => {
  const at = new Date('2026-11-22T08:00:00.123Z');
  const typed = db().selectNoFrom([
    sql<Date>`${at}::timestamptz`.as('at'),
    sql<number>`${2 ** 40}::int8`.as('large'),
    sql<Buffer>`${Buffer.from([0, 255])}::bytea`.as('bytes'),
    sql<object>`${'{"a":["ü"]}'}::jsonb`.as('json'),
    sql<boolean>`${true}::boolean`.as('flag'),
    sql<null>`${null}::text`.as('nothing'),
  ]);
  const none = countQuery(db(), 'nobody');
  const [first, second, third] = await sendTogether(db(), [none, typed, none]);
  expect([first, third]).toEqual([[], []]);
  const row = { at, large: 2 ** 40, bytes: Buffer.from([0, 255]), json: { a: ['ü'] }, flag: true, nothing: null };
  expect(second).toEqual([row]);
});

test.each(databases)('%s, a change that fails with the commit fails and rolls back the transaction', async (_, db) => {
  const twice = inTransaction(db(), async (tx) => {
    await sendWithNext(tx, insertQuery(tx, 'twice'));
    await sendWithNext(tx, insertQuery(tx, 'twice'));
  });
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  expect(await count(db(), 'twice')).toBe(0);
  await lockAndWrite(db(), `after a failure of ${_}`)();
  expect(await count(db(), `after a failure of ${_}`)).toBe(1);
});

test.each(databases)(
  '%s, a held change is sent before any other query, and rolled back with the rest',
  async (_, db) => {
    const failed = inTransaction(db(), async (tx) => {
      await sendWithNext(tx, insertQuery(tx, 'seen within'));
      const { rows } = await sql`select 1 from call_count where subject = 'seen within'`.execute(tx);
      expect(rows).toHaveLength(1);
      await sendWithNext(tx, insertQuery(tx, 'never sent'));
      throw new Error('canceled');
    });
    await expect(failed).rejects.toThrow('canceled');
    expect([await count(db(), 'seen within'), await count(db(), 'never sent')]).toEqual([0, 0]);
  },
);

test('a query is parsed once for each connection, and can be sent again after a failure', async () => {
  const share = (value: number) => direct.selectNoFrom(sql<number>`100 / ${value}::int4`.as('share'));
  const failed = sendTogether(direct, [share(0), countQuery(direct, 'nobody')]);
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  for (const value of [2, 4, 5]) expect(await share(value).execute()).toEqual([{ share: 100 / value }]);
  expect(await prepared(direct, '"share"')).toHaveLength(1);
});

test('a query that selects all columns is not prepared, since a migration that adds one changes its result', async () => {
  await direct.selectFrom('call_count').selectAll().where('subject', '=', 'nobody').execute();
  expect(await prepared(direct, 'select *')).toEqual([]);
});

test('values stay in their places, whatever the first query had', async () => {
  const minus = (subtrahend: number, minuend: number) =>
    direct.selectNoFrom(sql<number>`${minuend}::int4 - ${subtrahend}::int4`.as('difference')).execute();
  expect(await minus(5, 5)).toEqual([{ difference: 0 }]);
  expect(await minus(2, 5)).toEqual([{ difference: 3 }]);
});

test.each(databases)('%s, a list of texts arrives unchanged', async (_, db) => {
  const given = ['city', 'a "quoted" one', 'back\\slash, comma', '{}', 'NULL', ''];
  const list = db().selectNoFrom(sql<string[]>`${given}::text[]`.as('texts'));
  expect(await list.execute()).toEqual([{ texts: given }]);
});

test('a prepared query still works after a newer version adds a column', async () => {
  const before = await count(direct, 'migrated');
  await sql`alter table call_count add column note text`.execute(t.db);
  try {
    expect(await count(direct, 'migrated')).toBe(before);
  } finally {
    await sql`alter table call_count drop column note`.execute(t.db);
  }
});

test('a prepared query fails only once after a column changes its type', async () => {
  const db = createDatabase(createPool(t.url, { connections: 1, pipeline: true }));
  await count(db, 'retyped');
  await sql`alter table call_count alter column calls type bigint`.execute(t.db);
  try {
    await expect(count(db, 'retyped')).rejects.toMatchObject({ code: '0A000' });
    expect(await count(db, 'retyped')).toBe(0);
  } finally {
    await sql`alter table call_count alter column calls type integer`.execute(t.db);
    await db.destroy();
  }
});

test.each(databases)('%s, a value that cannot be read fails only its own query', async (_, db) => {
  const large = db().selectNoFrom(sql<number>`${'9007199254740993'}::int8`.as('large'));
  const failed = sendTogether(db(), [large, countQuery(db(), 'nobody')]);
  await expect(failed).rejects.toThrow('does not fit in a number');
  expect(await count(db(), 'nobody')).toBe(0);
});

test('a connection that breaks within a transaction fails it and is replaced', async () => {
  const broken = inTransaction(direct, async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int4, 5000)`.execute(t.db);
    await sendWithNext(tx, insertQuery(tx, 'broken'));
  });
  await expect(broken).rejects.toThrow();
  expect(await count(direct, 'broken')).toBe(0);
});

test('a query that times out throws, and its connection is replaced', async () => {
  const db = createDatabase(createPool(t.url, { connections: 1 }), { limits: { responseMs: 100, holdMs: 600_000 } });
  await expect(sql`select pg_sleep(600)`.execute(db)).rejects.toThrow(NoResponseError);
  const read = () => db.selectFrom('call_count').select('calls').execute();
  expect(await eventually(read)).toBeDefined();
  await db.destroy();
});

test.each(databases)('%s, a change outside a transaction is sent at once', async (_, db) => {
  await sendWithNext(db(), insertQuery(db(), `alone ${_}`));
  expect(await count(t.db, `alone ${_}`)).toBe(1);
});

test('a connection prepares a bounded number of queries', async () => {
  const db = createDatabase(createPool(t.url, { connections: 1, pipeline: true }));
  for (let columns = 1; columns <= MAX_PREPARED + 20; columns += 1) {
    await sql`select ${sql.lit(columns)} from call_count where subject = ${'nobody'}`.execute(db);
  }
  expect((await prepared(db)).length).toBeLessThanOrEqual(MAX_PREPARED);
  await db.destroy();
});
