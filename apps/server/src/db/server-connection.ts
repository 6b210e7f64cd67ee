import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { Batch, type BatchResult, type PreparedQuery } from './batch.ts';
import { type ChangeGate, NoResponseError } from './change-gate.ts';
import type { NamedQuery } from './named-query.ts';

const statement = (text: string): NamedQuery<unknown> => ({ name: text, query: CompiledQuery.raw(text) });
const COMMIT = statement('commit');

/** Queries that change rows say how many. */
const CHANGES_ROWS: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Where PostgreSQL waits for a standby. What it says from there is a warning that it waits no more. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

const CHANGES: ReadonlySet<string> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
]);
const isChange = ({ query }: CompiledQuery) => CHANGES.has(query.kind);

/** How long a connection waits, and what it tells when it has waited in vain. */
export interface Patience {
  readonly responseMs: number;
  readonly gate: ChangeGate;
}

/**
 * A connection that can send several queries at once. The beginning of a transaction, and what sendWithNext() is given, wait for the
 * query that comes next and go with it.
 */
export class ServerConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #isDirect: boolean;
  /** By name, what PostgreSQL has parsed for this connection. */
  readonly #prepared = new Map<string, PreparedQuery>();
  #held: readonly NamedQuery<unknown>[] = [];
  #hasToBegin = false;
  #isInTransaction = false;
  #isBroken = false;
  /** PostgreSQL has given up to wait for a standby. */
  #hasStandbyMissed = false;
  readonly #patience: Patience | undefined;
  #change: 'none' | 'under way' | 'kept' = 'none';
  /** What was waited for in vain. */
  #overdue: Promise<unknown> | undefined;

  /**
   * `isDirect`: nothing stands between it and PostgreSQL that gives each transaction another line. Without `patience` it
   * waits as long as PostgreSQL does.
   */
  constructor(client: pg.PoolClient, { isDirect, patience }: { isDirect: boolean; patience: Patience | undefined }) {
    this.client = client;
    this.#isDirect = isDirect;
    this.#patience = patience;
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) this.#hasStandbyMissed = true;
    });
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#held.length > 0) await this.send([]);
    const { sql, parameters } = query;
    const { command, rowCount, rows } = await this.#changeWith(isChange(query), () =>
      this.#receive(this.client.query(sql, [...parameters])),
    );
    const changed = CHANGES_ROWS.has(command) && rowCount !== null ? { numAffectedRows: BigInt(rowCount) } : {};
    return { rows: rows ?? [], ...changed };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in portions here, not as a stream.');
  }

  /** Sends what is held and these queries: together where nothing stands in between, else one after another. */
  async send(queries: readonly NamedQuery<unknown>[]): Promise<readonly BatchResult[]> {
    const held = this.#held;
    this.#held = [];
    this.#hasToBegin = false;
    const all = [...held, ...queries];
    const results = await this.#changeWith(
      all.some((one) => one.isChange ?? isChange(one.query)),
      () => (this.#isDirect ? this.#sendTogether(all) : this.#sendEach(all)),
    );
    return results.slice(held.length);
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /** Only within a transaction: nothing else would see to it that it is sent. */
  hold(query: NamedQuery<unknown>): void {
    if (!this.#isInTransaction) throw new Error('A query can wait for the next one in a transaction alone.');
    this.#held = [...this.#held, query];
  }

  begin({ accessMode, isolationLevel }: TransactionSettings): void {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    this.#beginChange();
    this.#isInTransaction = true;
    this.hold(statement(`start transaction${level}${accessMode === undefined ? '' : ` ${accessMode}`}`));
    this.#hasToBegin = true;
  }

  async commit(): Promise<void> {
    const isEmpty = this.#hasToBegin && this.#held.length === 1;
    if (isEmpty) return this.#endTransaction();
    this.#hasStandbyMissed = false;
    const [result] = await this.send([COMMIT]);
    this.#endTransaction();
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError();
    this.#keepChange();
  }

  async rollback(): Promise<void> {
    const hasBegun = !this.#hasToBegin;
    this.#endTransaction();
    if (!hasBegun || this.#overdue !== undefined) return;
    try {
      await this.#receive(this.client.query('rollback'));
    } catch {
      // PostgreSQL rolls back what a closed connection had begun; why it had to be rolled back is what the caller needs to know.
      this.#isBroken = true;
    }
  }

  release(): void {
    const change = this.#change;
    this.#change = 'none';
    if (change !== 'none') this.#patience?.gate.leave(change === 'kept');
    const close = () => this.client.release(true);
    if (this.#overdue === undefined) this.client.release(this.#isBroken || this.#isInTransaction);
    else if (change === 'none') close();
    else this.#patience?.gate.giveUp(this.#overdue, close);
  }

  #beginChange(): void {
    if (this.#change === 'none') this.#patience?.gate.enter();
    this.#change = 'under way';
  }

  /** Outside a transaction a change is kept when its response comes. */
  async #changeWith<T>(isToBeKept: boolean, send: () => Promise<T>): Promise<T> {
    if (this.#isInTransaction || !isToBeKept) return send();
    this.#beginChange();
    this.#hasStandbyMissed = false;
    const result = await send();
    this.#keepChange();
    return result;
  }

  /** An administrator can cancel the wait for a standby. PostgreSQL calls the change kept then, with a warning: here and nowhere else. */
  #keepChange(): void {
    if (this.#hasStandbyMissed) throw new NoResponseError('A change was kept, but not by the standby.');
    this.#change = 'kept';
  }

  /** Waits for a response for so long and no longer. The connection is of no use afterwards. */
  async #receive<T>(response: Promise<T>): Promise<T> {
    if (this.#patience === undefined) return response;
    const { responseMs } = this.#patience;
    const late = Promise.withResolvers<never>();
    const giveUp = () => {
      this.#overdue = response;
      late.reject(
        new NoResponseError(
          `The database did not respond within ${responseMs / 1000} s. Whether the last change is kept is not known: it may wait for a standby that is away.`,
        ),
      );
    };
    // What has come in while the process was busy is read first.
    let afterReading: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      afterReading = setImmediate(giveUp);
    }, responseMs);
    try {
      return await Promise.race([response, late.promise]);
    } finally {
      clearTimeout(timer);
      clearImmediate(afterReading);
    }
  }

  #endTransaction(): void {
    this.#isInTransaction = false;
    this.#held = [];
    this.#hasToBegin = false;
  }

  async #sendTogether(queries: readonly NamedQuery<unknown>[]): Promise<readonly BatchResult[]> {
    for (const { name, query } of queries) {
      const known = this.#prepared.get(name);
      if (known !== undefined && known.text !== query.sql) throw new Error(`Two queries are named ${name}.`);
    }
    const batch = this.client.query(new Batch(this.client, queries, this.#prepared));
    try {
      const results = await this.#receive(batch.results);
      for (const [name, prepared] of batch.prepared) this.#prepared.set(name, prepared);
      return results;
    } catch (error) {
      // PostgreSQL may refuse a name for good: the type of a column was changed, or something in between has dropped it.
      for (const { name } of queries) this.#prepared.delete(name);
      // Where it was sent says more than the socket that it came back by.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  async #sendEach(queries: readonly NamedQuery<unknown>[]): Promise<readonly BatchResult[]> {
    const results: BatchResult[] = [];
    for (const { query } of queries) {
      const { command, rows } = await this.#receive(this.client.query(query.sql, [...query.parameters]));
      results.push({ command, rows });
    }
    return results;
  }
}
