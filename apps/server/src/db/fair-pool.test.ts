import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFor } from '../process/current-party.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { createPool } from './database.ts';
import { type FairPool, fairPool } from './fair-pool.ts';

let t: TestDatabase;
beforeAll(async () => {
  t = await createTestDatabase();
});
afterAll(() => t.stop());

/** Gets a connection for a party. */
const connectFor = (pool: FairPool, name: string) =>
  new Promise<pg.PoolClient>((resolve, reject) => {
    runFor({ name }, () => void pool.connect().then(resolve, reject));
  });

test('parties take turns at a connection, and the pool knows how long each would wait', async () => {
  let now = 0;
  const pool = fairPool(createPool(t.url, { connections: 1 }), 1, () => now);
  const held = await connectFor(pool, 'many');
  expect(pool.waitMs('ada')).toBe(0);
  const given: string[] = [];
  const use = async (name: string) => {
    const client = await connectFor(pool, name);
    given.push(name);
    client.release();
  };
  const waiting = Array.from({ length: 5 }, () => use('many'));
  now = 30;
  waiting.push(use('ada'));
  now = 80;
  expect([pool.waitMs('ada'), pool.waitMs('bo')]).toEqual([80, 80]);
  held.release();
  await Promise.all(waiting);
  expect(given.slice(0, 2)).toEqual(['many', 'ada']);
  expect(given).toHaveLength(6);
  expect(pool.waitMs('ada')).toBe(0);
  await pool.end();
});

test('a failed connection frees its place for the next party', async () => {
  const away = new URL(t.url);
  away.pathname = '/nowhere';
  const pool = fairPool(createPool(away.href, { connections: 1 }), 1, () => 0);
  const outcomes = await Promise.allSettled(['ada', 'bo', 'cy'].map((name) => connectFor(pool, name)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await eventually(() => expect(pool.waitMs('ada')).toBe(0));
  await pool.end();
});
