import { Kysely } from 'kysely';
import pg from 'pg';
import type { ResponseLimits } from './change-gate.ts';
import { type ConnectionPool, serverDialect } from './server-dialect.ts';
import type { Database } from './types.ts';

export interface DatabaseOptions {
  /** Connections at most. */
  readonly connections: number;
  /** How long a statement may take, in milliseconds; 10 s when not given. */
  readonly statementTimeoutMs?: number;
  /**
   * Through a pooler that gives out connections for one transaction each (PgBouncer): it refuses settings of a connection, so
   * that the limits of statements have to stand in the role (docs/operating.md).
   */
  readonly isPooled?: boolean;
  /** Queries that go together are sent without waiting in between. Not through a pooler, and not where endPoolOnAbort() is used. */
  readonly pipeline?: boolean;
  /** Settings of each connection by name, such as enable_seqscan. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told when an idle connection breaks; the pool replaces it. */
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
 * A pool with bounds on everything: 3 s for a connection, 10 s for a statement, 15 s for a transaction that does
 * nothing. Beyond them the caller gets an error (503 to the applicant) instead of waiting. A commit has no such bound in PostgreSQL: see ChangeGate.
 */
export function createPool(databaseUrl: string, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.connections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    ...(!options.isPooled && {
      statement_timeout: options.statementTimeoutMs ?? 10_000,
      idle_in_transaction_session_timeout: 15_000,
    }),
    pipeline: options.pipeline ?? false,
    keepAlive: true,
    ...(options.settings && {
      options: Object.entries(options.settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
    types,
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // A connection that breaks while it is in use tells its query, and says so once more: unheard, that ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Whether the database, or the pooler before it, lets us in. Asks it nothing, and holds no connection. */
export async function canConnect(databaseUrl: string, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Typed queries over a pool. `db.destroy()` closes the pool. `limits`: how long it waits for a response, after which it throws
 * NoResponseError; without them as long as PostgreSQL takes.
 */
export function createDatabase(
  pool: ConnectionPool,
  { limits }: { readonly limits?: ResponseLimits } = {},
): Kysely<Database> {
  return new Kysely<Database>({ dialect: serverDialect(pool, limits) });
}
