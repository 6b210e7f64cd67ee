import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, createPool } from '../db/database.ts';
import type { Database } from '../db/types.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  /** Closes the pool and drops the database. */
  stop(): Promise<void>;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of the suite's own: a clone of the migrated template, or an empty one. */
export async function createTestDatabase(options: { readonly empty?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name}${options.empty ? '' : ` template ${inject('databaseTemplate')}`}`);
  const address = new URL(inject('databaseServerUrl'));
  address.pathname = `/${name}`;
  const pool = createPool(address.href, { connections: 8 });
  const db = createDatabase(pool);
  return {
    url: address.href,
    pool,
    db,
    stop: async () => {
      await db.destroy();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}
