import type pg from 'pg';

/**
 * Ends a connection when a signal aborts: the statement that runs, and each later one, fails, and the server rolls an open
 * transaction back. Returns the connection.
 */
export function endClientOnAbort(client: pg.Client, signal: AbortSignal): pg.Client {
  // Said once more beside what its query is told: unheard, that ends the process.
  client.on('error', () => undefined);
  signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
  return client;
}

/** Does the same with every connection of a pool, and with those that it still gives out afterwards. Returns the pool. */
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
