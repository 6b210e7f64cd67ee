import pg from 'pg';
import { connectClient, WITHOUT_STANDBY } from '../connections.ts';
import { createDatabase } from '../database.ts';

/** A connection without time limits, for backups. */
export async function connectPatiently(url: string): Promise<pg.Client> {
  const client = await connectClient(url, { keepAlive: true, ...WITHOUT_STANDBY });
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0');
  return client;
}

const BEGIN = 'begin isolation level repeatable read, read only';

/** Opens a snapshot that this many connections and the queries of `db` all see. */
export async function openSnapshot(url: string, connections: number) {
  const leader = await connectPatiently(url);
  const clients: pg.Client[] = [leader];
  let db: ReturnType<typeof createDatabase> | undefined;
  const close = async () => {
    await db?.destroy();
    await Promise.all(clients.map((client) => client.end()));
  };
  try {
    await leader.query(BEGIN);
    const { rows } = await leader.query<{ id: string }>('select pg_export_snapshot() as id');
    const join = `${BEGIN}; set transaction snapshot ${pg.escapeLiteral(rows[0]?.id ?? '')}`;
    while (clients.length < connections) {
      const client = await connectPatiently(url);
      clients.push(client);
      await client.query(join);
    }
    const pool = new pg.Pool({
      connectionString: url,
      max: 1,
      min: 1,
      idleTimeoutMillis: 0,
      options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
      onConnect: async (client) => {
        await client.query(join);
      },
    });
    pool.on('error', () => undefined);
    db = createDatabase(pool);
    return { clients, db, close };
  } catch (error) {
    await close();
    throw error;
  }
}
