import type pg from 'pg';

/**
 * Ends a connection when a signal aborts: the running statement and all later ones fail, and the server rolls back an open
 * transaction. Returns the connection.
 */
export function endClientOnAbort(client: pg.Client, signal: AbortSignal): pg.Client {
  // Emitted besides the failure of the query; unhandled, it would end the process.
  client.on('error', () => undefined);
  signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
  return client;
}

/** Does the same for all connections of a pool, later ones too. Returns the pool. */
export function endPoolOnAbort(pool: pg.Pool, signal: AbortSignal): pg.Pool {
  const clients = new Set<pg.Client>();
  const end = (client: pg.Client) => void client.end().catch(() => undefined);
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  pool.on('acquire', (client) => {
    if (signal.aborted) end(client);
  });
  signal.addEventListener('abort', () => clients.forEach(end), { once: true });
  return pool;
}
