import type pg from 'pg';
import type { ConnectionPool } from './server-dialect.ts';

/** A pool that knows for how long callers wait for one of its connections. */
export interface WatchedPool extends ConnectionPool {
  /** Milliseconds for which the caller who waits longest has waited; 0 when nobody waits. */
  oldestWaitMs(): number;
}

/** Watches who waits for a connection of a pool. `now` is a clock that only goes forward, in milliseconds. */
export function watchPool(pool: pg.Pool, now: () => number): WatchedPool {
  // In the order in which they came, which is the order in which they are served.
  const waiting = new Set<{ readonly since: number }>();
  return {
    oldestWaitMs: () => {
      const [oldest] = waiting;
      return oldest === undefined ? 0 : now() - oldest.since;
    },
    connect: async () => {
      const entry = { since: now() };
      waiting.add(entry);
      try {
        return await pool.connect();
      } finally {
        waiting.delete(entry);
      }
    },
    end: () => pool.end(),
  };
}
