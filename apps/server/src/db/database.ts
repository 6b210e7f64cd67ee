import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ChangeGate, NoResponseError } from './change-gate.ts';
import { kyselyPool, type LendingOptions } from './kysely-pool.ts';
import type { Database } from './types.ts';

interface DatabaseOptions {
  /** Connections at most. */
  readonly connections: number;
  /** How long a statement may take, in milliseconds; 10 s when not given. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a response, in milliseconds: by default longer than a statement may take, so that PostgreSQL ends slow ones. */
  readonly responseMs?: number;
  /** Settings of each connection by name, such as enable_seqscan. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
}

/** PostgreSQL's int8 is read as a number; a value that a number cannot hold exactly is an error, never rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 from the database does not fit in a number');
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? parseInt8 : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
};

/**
 * A pool with limits: 3 s for a connection, 10 s for a statement, 15 s for an idle transaction. Beyond them the caller gets
 * an error (503 to the applicant). PostgreSQL has no limit for commits, which may wait for a standby: they are overdue after 12 s.
 */
export function createPool(databaseUrl: string, options: DatabaseOptions): pg.Pool {
  const { statementTimeoutMs = 10_000 } = options;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.connections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
    query_timeout: options.responseMs ?? statementTimeoutMs + 2_000,
    keepAlive: true,
    ...(options.settings && {
      options: Object.entries(options.settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
    types,
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // A connection that breaks while in use fails its query and emits an error too, which would end the process unhandled.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Whether a commit of this role hangs, also one whose connection is closed. Under load there are always commits that have waited for
 * a standby for some milliseconds; these wait for longer than 2 s, a sixth of the usual limit of a response.
 */
async function isCommitWaiting(pool: pg.Pool): Promise<boolean> {
  const waiting = `select from pg_stat_activity where usename = current_user and wait_event = 'SyncRep'
    and query_start < clock_timestamp() - make_interval(secs => $1) limit 1`;
  return (await pool.query(waiting, [(pool.options.query_timeout ?? 0) / 6_000])).rowCount !== 0;
}

/** Typed queries over a pool. `db.destroy()` closes the pool. A query without a response in time throws NoResponseError. */
export function createDatabase(pool: pg.Pool, options: LendingOptions = {}): Kysely<Database> {
  const gate = new ChangeGate(() => isCommitWaiting(pool));
  const onOverdue = () => {
    gate.close();
    const seconds = (pool.options.query_timeout ?? 0) / 1000;
    return new NoResponseError(
      `The database did not respond within ${seconds} s. Whether the last change is kept is not known: it may wait for a standby that is away.`,
    );
  };
  const dialect = new PostgresDialect({ pool: kyselyPool(pool, options, onOverdue) });
  return new Kysely<Database>({ dialect, plugins: [gate] });
}
