import type pg from 'pg';
import { currentParty } from '../process/current-party.ts';
import { fairTurns } from '../process/fair-turns.ts';
import { NoResponseError } from './change-gate.ts';
import type { ConnectionPool } from './server-dialect.ts';

/** A pool that serves waiting parties in turn. */
export interface FairPool extends ConnectionPool {
  /** Milliseconds that the next party in line has waited, or this one if longer. */
  waitMs(party: string): number;
}

/** As long as the pool's own limit. */
const MAX_WAIT_MS = 3_000;
/** Far beyond the load at which calls are shed. */
const MAX_WAITING = 1_000;

/** Shares this many connections of a pool. `now` is a monotonic clock in milliseconds. */
export function fairPool(pool: pg.Pool, connections: number, now: () => number, maxWaitMs = MAX_WAIT_MS): FairPool {
  const turns = fairTurns({
    places: connections,
    waiting: MAX_WAITING,
    maxWaitMs,
    refusal: () => new NoResponseError('No connection to the database was free in time.'),
    now,
  });
  return {
    waitMs: turns.waitMs,
    connect: async () => {
      const end = await turns.take(currentParty().name);
      try {
        const client = await pool.connect();
        // The pool sets it each time that it lends the connection.
        const giveBack = client.release;
        client.release = (error) => {
          giveBack(error);
          end();
        };
        return client;
      } catch (error) {
        end();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
