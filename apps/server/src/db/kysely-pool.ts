import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { currentParty } from '../process/current-party.ts';
import { fairTurns } from '../process/fair-turns.ts';
import { NoResponseError } from './change-gate.ts';
import { preparedName } from './prepared-query.ts';

/** As long as the pool's own limit. */
const MAX_WAIT_MS = 3_000;
/** Far beyond the load at which calls are shed. */
const MAX_WAITING = 1_000;

/** Lends this many connections to waiting parties in turn. `now` is a monotonic clock in milliseconds. */
export const connectionTurns = (connections: number, now: () => number, maxWaitMs = MAX_WAIT_MS) =>
  fairTurns({
    places: connections,
    waiting: MAX_WAITING,
    maxWaitMs,
    refusal: () => new NoResponseError('No connection to the database was free in time.'),
    now,
  });

export interface LendingOptions {
  /** Who goes next; without turns, in the order of the requests. */
  readonly turns?: Pick<ReturnType<typeof connectionTurns>, 'take'>;
}

/** Error codes: a prepared query now returns other columns, or no longer exists. */
const STALE: ReadonlySet<unknown> = new Set(['0A000', '26000']);

/** The driver's error when `query_timeout` has passed. */
const isOverdue = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** PostgreSQL's wait for a standby. A notice from this routine means that it stopped waiting. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/** The commands that Kysely tells from others. */
const COMMANDS = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/** A connection for one query or transaction. */
class LentClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #onOverdue: () => NoResponseError;
  readonly #giveBack: () => void;
  /** Why the connection is useless: every later query fails with it, the rollback of its transaction too. */
  #problem: Error | undefined;
  #isStale = false;
  /** PostgreSQL has stopped waiting for a standby. */
  #hasStandbyMissed = false;
  readonly #onNotice = ({ routine }: { readonly routine?: string | undefined }) => {
    if (routine === STANDBY_WAIT) this.#hasStandbyMissed = true;
  };
  readonly #onError = (error: Error) => {
    this.#problem ??= error;
  };

  constructor(client: pg.PoolClient, onOverdue: () => NoResponseError, giveBack: () => void) {
    this.#client = client;
    this.#onOverdue = onOverdue;
    this.#giveBack = giveBack;
    client.on('notice', this.#onNotice).on('error', this.#onError);
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    query: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof query !== 'string') throw new Error('Rows are read in portions here, not as a stream.');
    return this.#send(query, parameters);
  }

  release(destroy = false): void {
    this.#client.off('notice', this.#onNotice).off('error', this.#onError);
    this.#client.release(destroy || this.#isStale || this.#problem !== undefined);
    this.#giveBack();
  }

  async #send<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#problem) throw this.#problem;
    const name = preparedName(text);
    try {
      const { command, rowCount, rows } = await this.#client.query({
        ...(name !== undefined && { name }),
        text,
        values: [...parameters],
      });
      // An administrator can cancel the wait. PostgreSQL then reports the change as kept, with a notice.
      if (this.#hasStandbyMissed) throw new NoResponseError('A change was kept, but not by the standby.');
      return { command: COMMANDS.find((known) => known === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (error instanceof pg.DatabaseError && STALE.has(error.code)) this.#isStale = true;
      if (!isOverdue(error)) throw error;
      this.#problem = this.#onOverdue();
      throw this.#problem;
    }
  }
}

/**
 * pg's pool for Kysely's dialect. It calls `onOverdue` when a query gets no response in time, and closes such a connection, which
 * the pool would lend again. A change that the standby has missed fails.
 */
export function kyselyPool(pool: pg.Pool, { turns }: LendingOptions, onOverdue: () => NoResponseError): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const giveBack = (await turns?.take(currentParty().name)) ?? (() => undefined);
      try {
        return new LentClient(await pool.connect(), onOverdue, giveBack);
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
