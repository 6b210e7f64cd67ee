import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { inTransaction } from '../transaction.ts';
import { beginBackup, isBackupRunning } from './backup-lock.ts';

let database: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
});
afterAll(async () => {
  await database.stop();
  await other.stop();
});

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

test('checking for a running backup does not prevent one from starting', async () => {
  await inTransaction(database.db, async (tx) => {
    expect(await isBackupRunning(tx)).toBe(false);
    expect(await withClient(beginBackup)).toBe(true);
  });
});

test('a running backup is visible in its database only, and prevents a second one', async () => {
  await withClient(async (client) => {
    // The database notices a moment later that the connection of an earlier backup has ended.
    await eventually(async () => expect(await beginBackup(client)).toBe(true));
    expect(await isBackupRunning(database.db)).toBe(true);
    expect(await isBackupRunning(other.db)).toBe(false);
    expect(await withClient(beginBackup)).toBe(false);
    expect(await isBackupRunning(database.db), 'after a second one was refused').toBe(true);
  });
});
