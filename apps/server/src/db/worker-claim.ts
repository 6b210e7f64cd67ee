import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './transaction.ts';

/**
 * A worker's lease: an advisory lock on a connection of its own. However the process dies, the database releases the lock, and
 * other workers see that its work has to be restarted.
 */
export interface WorkerClaim {
  /** The number of the lock. It changes when the connection was lost. */
  current(): Promise<number>;
  release(): Promise<void>;
}

const MAX_CLAIM = 2 ** 47;

/** Takes the lock at the first call of current(), and again after its connection was lost. */
export function holdClaim(databaseUrl: string): WorkerClaim {
  let held: { readonly number: number; readonly client: pg.Client } | undefined;
  let taking: Promise<number> | undefined;

  const take = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, keepAlive: true });
    client.on('error', () => {
      if (held?.client === client) held = undefined;
    });
    await client.connect();
    const number = randomInt(1, MAX_CLAIM);
    try {
      await client.query('select pg_advisory_lock($1::bigint)', [number]);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    held = { number, client };
    return number;
  };

  return {
    async current() {
      if (held) return held.number;
      taking ??= take().finally(() => {
        taking = undefined;
      });
      return taking;
    },
    async release() {
      const last = held;
      held = undefined;
      await last?.client.end();
    },
  };
}

/** Whether no living worker holds this claim; nobody can take it until the transaction ends. */
export async function isClaimDead(tx: Tx, claim: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${claim}::bigint) as free`.execute(tx);
  return rows[0]?.free === true;
}
