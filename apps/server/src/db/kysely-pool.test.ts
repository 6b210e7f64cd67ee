import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFor } from '../process/current-party.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { NoResponseError } from './change-gate.ts';
import { createDatabase, createPool } from './database.ts';
import { connectionTurns } from './kysely-pool.ts';
import { preparedQuery } from './prepared-query.ts';
import { type Db, inTransaction, type Tx } from './transaction.ts';

/** Pools of one connection each, so that a test knows which one it uses: like the server's own. */
let t: TestDatabase;
let direct: Db;
beforeAll(async () => {
  t = await createTestDatabase();
  direct = createDatabase(createPool(t.url, { connections: 1 }));
});
afterAll(async () => {
  await direct.destroy();
  await t.stop();
});

const insertQuery = (db: Db, subject: string) =>
  db.insertInto('call_count').values({ subject, calls: 1, started_at: new Date(0) });
const countQuery = preparedQuery((db: Db, subject: string) =>
  db.selectFrom('call_count').select(['calls', 'started_at']).where('subject', '=', subject),
);
const count = async (db: Db, subject: string) => (await db.executeQuery(countQuery(db, subject))).rows.length;
const prepared = async (db: Db, part: string) => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement).filter((statement) => statement.includes(part));
};

test('a query that is declared as prepared is parsed once for each connection, and others are not', async () => {
  for (const subject of ['one', 'two']) await count(direct, subject);
  await direct.selectFrom('call_count').select('calls').where('subject', '=', 'three').execute();
  expect(await prepared(direct, 'from "call_count"')).toEqual([expect.stringContaining('"started_at"')]);
});

test('a prepared query can be sent again after a failure', async () => {
  const shareQuery = preparedQuery((db: Db, value: number) =>
    db.selectNoFrom(sql<number>`100 / ${value}::int4`.as('share')),
  );
  const share = async (value: number) => (await direct.executeQuery(shareQuery(direct, value))).rows;
  await expect(share(0)).rejects.toMatchObject({ code: '22012' });
  for (const value of [2, 4, 5]) expect(await share(value)).toEqual([{ share: 100 / value }]);
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
  const db = createDatabase(createPool(t.url, { connections: 1 }));
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

test('a value that cannot be read fails only its own query', async () => {
  const large = direct.selectNoFrom(sql<number>`${'9007199254740993'}::int8`.as('large'));
  await expect(large.execute()).rejects.toThrow('does not fit in a number');
  expect(await count(direct, 'nobody')).toBe(0);
});

test('a connection that breaks within a transaction fails it with the reason, and is replaced', async () => {
  const broken = inTransaction(direct, async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int4, 5000)`.execute(t.db);
    await insertQuery(tx, 'broken').execute();
  });
  await expect(broken).rejects.toThrow(/terminat/);
  expect(await count(direct, 'broken')).toBe(0);
});

test('a query or transaction without a response in time fails with a sentence, and its connection is replaced', async () => {
  const db = createDatabase(createPool(t.url, { connections: 1, responseMs: 100 }));
  const sleep = sql`select pg_sleep(600)`;
  for (const late of [sleep.execute(db), inTransaction(db, (tx) => sleep.execute(tx))]) {
    await expect(late).rejects.toThrow(NoResponseError);
    await expect(late).rejects.toThrow(/^The database did not respond within 0[.]1 s[.] /);
  }
  expect(await eventually(() => count(db, 'nobody'))).toBe(0);
  await db.destroy();
});

/** Starts a query for a party. */
const startFor = <T>(name: string, work: () => Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    runFor({ name }, () => void work().then(resolve, reject));
  });

test('parties take turns at a connection, and it is known how long each would wait', async () => {
  let now = 0;
  const turns = connectionTurns(1, () => now);
  const db = createDatabase(createPool(t.url, { connections: 1 }), { turns });
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = startFor('many', () =>
    db.connection().execute(async () => {
      begun.resolve();
      await end.promise;
    }),
  );
  await begun.promise;
  expect(turns.waitMs('ada')).toBe(0);
  const given: string[] = [];
  const use = (name: string) => startFor(name, () => db.connection().execute(async () => void given.push(name)));
  const waiting = Array.from({ length: 5 }, () => use('many'));
  now = 30;
  waiting.push(use('ada'));
  now = 80;
  expect([turns.waitMs('ada'), turns.waitMs('bo')]).toEqual([80, 80]);
  end.resolve();
  await Promise.all([held, ...waiting]);
  expect(given.slice(0, 2)).toEqual(['many', 'ada']);
  expect(given).toHaveLength(6);
  expect(turns.waitMs('ada')).toBe(0);
  await db.destroy();
});

test('a failed connection frees its place for the next party', async () => {
  const away = new URL(t.url);
  away.pathname = '/nowhere';
  const turns = connectionTurns(1, () => 0);
  const db = createDatabase(createPool(away.href, { connections: 1 }), { turns });
  const outcomes = await Promise.allSettled(['ada', 'bo', 'cy'].map((name) => startFor(name, () => count(db, name))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(turns.waitMs('ada')).toBe(0);
  await db.destroy();
});
