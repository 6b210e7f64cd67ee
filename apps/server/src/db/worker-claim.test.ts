import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { holdClaim } from './worker-claim.ts';

test('a claim that fails leaves no connection behind, and a later one succeeds', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'claiming');
  url.searchParams.set('options', '-c search_path=refusing,pg_catalog');
  const claim = holdClaim(url.href);
  const countConnections = async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'claiming'",
    );
    return rows.length;
  };
  try {
    await database.pool.query(
      `create schema refusing;
       create function refusing.pg_advisory_lock(bigint) returns void language plpgsql as $$begin raise 'refused'; end$$`,
    );
    await expect(claim.current()).rejects.toThrow('refused');
    await eventually(async () => expect(await countConnections()).toBe(0));
    await database.pool.query('drop schema refusing cascade');
    expect(await claim.current()).toBeGreaterThan(0);
    expect(await countConnections()).toBe(1);
  } finally {
    await claim.release();
    await database.stop();
  }
});
