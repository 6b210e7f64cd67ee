import {
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
import type { NamedQuery } from './named-query.ts';
import { type Patience, ServerConnection } from './server-connection.ts';
import type { Db } from './transaction.ts';

/** Where connections come from: pg's pool, or one that counts who waits. */
export interface ConnectionPool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** Every connection of our databases is one; Kysely knows them by its own type. */
function ours(connection: DatabaseConnection): ServerConnection {
  if (!(connection instanceof ServerConnection)) throw new Error('A connection of another driver.');
  return connection;
}

class ServerDriver implements Driver {
  readonly #pool: ConnectionPool;
  readonly #isDirect: boolean;
  readonly #patience: Patience | undefined;
  readonly #connections = new WeakMap<pg.PoolClient, ServerConnection>();

  constructor(pool: ConnectionPool, isDirect: boolean, limits: ResponseLimits | undefined) {
    this.#pool = pool;
    this.#isDirect = isDirect;
    this.#patience = limits && { responseMs: limits.responseMs, gate: new ChangeGate(limits.holdMs) };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ServerConnection> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new ServerConnection(client, { isDirect: this.#isDirect, patience: this.#patience });
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    ours(connection).begin(settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release();
  }

  destroy(): Promise<void> {
    this.#patience?.gate.stop();
    return this.#pool.end();
  }
}

/** PostgreSQL over a pool of connections that can send several queries at once. */
export function serverDialect(pool: ConnectionPool, isDirect: boolean, limits: ResponseLimits | undefined): Dialect {
  return {
    createDriver: () => new ServerDriver(pool, isDirect, limits),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  };
}

/**
 * Sends queries on one connection in their order, together where it can; returns the rows of each. When one fails, those
 * after it are not run, and its error is raised.
 */
export function sendTogether<const Rows extends readonly unknown[]>(
  db: Db,
  queries: { readonly [Place in keyof Rows]: NamedQuery<Rows[Place]> },
): Promise<{ readonly [Place in keyof Rows]: readonly Rows[Place][] }>;
export function sendTogether(
  db: Db,
  queries: readonly NamedQuery<unknown>[],
): Promise<readonly (readonly unknown[])[]> {
  return db.getExecutor().provideConnection(async (connection) => {
    const results = await ours(connection).send(queries);
    return results.map(({ rows }) => rows);
  });
}

/** The rows of one query that is known by its name. */
export async function sendNamed<Row>(db: Db, query: NamedQuery<Row>): Promise<readonly Row[]> {
  const [rows] = await sendTogether<[Row]>(db, [query]);
  return rows;
}

/**
 * Lets changes go with the transaction's next query, or with its commit, which fails where they fail: for changes whose
 * result nobody looks at. Outside a transaction they are sent together at once.
 */
export function sendWithNext(db: Db, ...queries: readonly NamedQuery<unknown>[]): Promise<void> {
  return db.getExecutor().provideConnection(async (connection) => {
    const own = ours(connection);
    if (own.isInTransaction) for (const query of queries) own.hold(query);
    else await own.send(queries);
  });
}
