import {
  type Compilable,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { ChangeGate, type ResponseLimits } from './change-gate.ts';
import { type ResponseTimeout, ServerConnection } from './server-connection.ts';
import type { Db } from './transaction.ts';

/** Where connections come from: pg's pool, or the fair pool, which counts waiting callers. */
export interface ConnectionPool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** Kysely's connection as ours, which every connection of our databases is. */
function serverConnection(connection: DatabaseConnection): ServerConnection {
  if (!(connection instanceof ServerConnection)) throw new Error('A connection of another driver.');
  return connection;
}

class ServerDriver implements Driver {
  readonly #pool: ConnectionPool;
  readonly #timeout: ResponseTimeout | undefined;
  readonly #connections = new WeakMap<pg.PoolClient, ServerConnection>();

  constructor(pool: ConnectionPool, limits: ResponseLimits | undefined) {
    this.#pool = pool;
    this.#timeout = limits && { responseMs: limits.responseMs, gate: new ChangeGate(limits.holdMs) };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ServerConnection> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new ServerConnection(client, this.#timeout);
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    serverConnection(connection).begin(settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return serverConnection(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return serverConnection(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    serverConnection(connection).release();
  }

  destroy(): Promise<void> {
    this.#timeout?.gate.stop();
    return this.#pool.end();
  }
}

/** PostgreSQL over a pool of connections that can send several queries at once. */
export function serverDialect(pool: ConnectionPool, limits: ResponseLimits | undefined): Dialect {
  return {
    createDriver: () => new ServerDriver(pool, limits),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  };
}

/**
 * Sends queries on one connection in order and returns the rows of each. Throws the first error; in a transaction the queries
 * after it do nothing.
 */
export function sendTogether<const Rows extends readonly unknown[]>(
  db: Db,
  queries: { readonly [Place in keyof Rows]: Compilable<Rows[Place]> },
): Promise<{ readonly [Place in keyof Rows]: readonly Rows[Place][] }>;
export function sendTogether(db: Db, queries: readonly Compilable[]): Promise<readonly (readonly unknown[])[]> {
  return db.getExecutor().provideConnection(async (connection) => {
    const results = await serverConnection(connection).send(queries.map((query) => query.compile()));
    return results.map(({ rows }) => rows);
  });
}

/**
 * Sends a change, whose result nobody reads, with the transaction's next query or its commit, which then fails if the change
 * does. Outside a transaction it is sent at once.
 */
export function sendWithNext(db: Db, query: Compilable): Promise<void> {
  return db.getExecutor().provideConnection((connection) => serverConnection(connection).sendWithNext(query.compile()));
}
