import pg from 'pg';

/**
 * How many connections to the database each process opens at most. Every pool takes its size from here, and
 * docs/operating.md states the sums, so that operators know what the database must allow.
 */
export const CONNECTIONS = {
  /** Each web server. */
  web: { calls: 10, lookups: 4, probe: 1 },
  /** Each worker; `queue` and `listening` for all of its jobs. */
  worker: { work: 4, queue: 4, listening: 1, claim: 1 },
  /** Each command, and migrate.ts. */
  command: 2,
} as const;

/**
 * For connections whose commits don't wait for a synchronous standby, a wait that PostgreSQL doesn't bound: migrating
 * and the queue's bookkeeping can be repeated after a failover.
 */
export const WITHOUT_STANDBY = { options: '-c synchronous_commit=local' } as const;

/** Connects a client outside of any pool. An error of its connection fails its queries, but never the process. */
export async function connectClient(url: string, options: pg.ClientConfig = WITHOUT_STANDBY): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...options });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
