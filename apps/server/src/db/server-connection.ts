import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { type ChangeGate, NoResponseError } from './change-gate.ts';

/** Prepared queries for each connection at most; a web server repeats fewer. */
export const MAX_PREPARED = 200;

/** The office's list has another text for each filter, and is planned best with its values. */
const isOfList = (text: string) => text.includes('"office_application"') && !text.startsWith('update');

const byConnection = new WeakMap<object, Map<string, string>>();

/**
 * The name under which a connection prepares a query; '' for one that isn't prepared: `select *`, which PostgreSQL refuses once
 * a migration has added a column, the office's list, and all beyond MAX_PREPARED.
 */
export function preparedName(connection: object, text: string): string {
  const names = byConnection.get(connection) ?? new Map<string, string>();
  byConnection.set(connection, names);
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_PREPARED || text.includes('*') || isOfList(text)) return '';
  const name = `query_${names.size}`;
  names.set(text, name);
  return name;
}

/** Commands that report how many rows they changed. */
const CHANGES_ROWS: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
/** A statement that changes rows, even within a select (`with … as (insert …)`). */
const CHANGE = /\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into)\b/;
/** A statement that turns this setting off waits for neither disk nor standby. */
const WAIT_FOR_COMMIT = 'synchronous_commit';
const isLastingChange = ({ sql }: CompiledQuery) => CHANGE.test(sql) && !sql.includes(WAIT_FOR_COMMIT);

/** Error codes of a stale prepared statement: its result type has changed, or it is gone. */
const STALE_STATEMENT: ReadonlySet<unknown> = new Set(['0A000', '26000']);

/** PostgreSQL's wait for a standby. A notice from this routine means that it stopped waiting. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/** How long a connection waits for a response, and the gate to notify when none came. */
export interface ResponseTimeout {
  readonly responseMs: number;
  readonly gate: ChangeGate;
}

/**
 * One connection to PostgreSQL. It holds the start of a transaction, and changes whose result nobody reads, until the next query
 * and sends them together: pipelined where the pool allows that, otherwise one after another.
 */
export class ServerConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #timeout: ResponseTimeout | undefined;
  #held: readonly CompiledQuery[] = [];
  #hasBegun = false;
  #isInTransaction = false;
  #isBroken = false;
  /** PostgreSQL has stopped waiting for a standby. */
  #hasStandbyMissed = false;
  #change: 'none' | 'in flight' | 'kept' = 'none';
  /** The response that timed out. */
  #overdue: Promise<unknown> | undefined;

  constructor(client: pg.PoolClient, timeout: ResponseTimeout | undefined) {
    this.#client = client;
    this.#timeout = timeout;
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) this.#hasStandbyMissed = true;
    });
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const [result] = await this.send([query]);
    if (result === undefined) throw new Error('A query has no result.');
    const { command, rowCount, rows } = result;
    return { rows, ...(CHANGES_ROWS.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in portions here, not as a stream.');
  }

  /** Sends the held queries and these. Rejects with the first error. */
  async send(queries: readonly CompiledQuery[]): Promise<readonly pg.QueryResult[]> {
    const held = this.#held;
    const all = [...held, ...queries];
    this.#held = [];
    this.#hasBegun = true;
    const isChange = !this.#isInTransaction && all.some(isLastingChange);
    if (isChange) this.#beginChange();
    const results = await (this.#client.pipeline ? this.#pipeline(all) : this.#sendEach(all));
    if (isChange) this.#keepChange();
    return results.slice(held.length);
  }

  /** Holds a change for the next query of the transaction; outside of one it is sent. */
  async sendWithNext(query: CompiledQuery): Promise<void> {
    if (this.#isInTransaction) this.#held = [...this.#held, query];
    else await this.send([query]);
  }

  begin({ accessMode, isolationLevel }: TransactionSettings): void {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const mode = accessMode === undefined ? '' : ` ${accessMode}`;
    this.#beginChange();
    this.#isInTransaction = true;
    this.#hasBegun = false;
    this.#held = [CompiledQuery.raw(`start transaction${level}${mode}`)];
  }

  async commit(): Promise<void> {
    const isEmpty = !this.#hasBegun && this.#held.length === 1;
    if (isEmpty) return this.#endTransaction();
    const [result] = await this.send([CompiledQuery.raw('commit')]);
    this.#endTransaction();
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError();
    this.#keepChange();
  }

  async rollback(): Promise<void> {
    this.#endTransaction();
    if (!this.#hasBegun || this.#overdue !== undefined) return;
    try {
      await this.send([CompiledQuery.raw('rollback')]);
    } catch {
      // PostgreSQL rolls back the transaction of a closed connection; the caller needs the original error.
      this.#isBroken = true;
    }
  }

  release(): void {
    const change = this.#change;
    this.#change = 'none';
    if (change !== 'none') this.#timeout?.gate.leave(change === 'kept');
    if (this.#overdue === undefined) {
      this.#client.release(this.#isBroken || this.#isInTransaction);
      return;
    }
    const close = () => {
      // The driver would wait for the responses of a pipeline first.
      this.#client.connection.stream.destroy();
      this.#client.release(true);
    };
    if (change === 'none') close();
    else this.#timeout?.gate.timeOut(this.#overdue, close);
  }

  #beginChange(): void {
    if (this.#change === 'none') this.#timeout?.gate.enter();
    this.#change = 'in flight';
    this.#hasStandbyMissed = false;
  }

  /** An administrator can cancel the wait for a standby. PostgreSQL then reports the change as kept, with a warning. */
  #keepChange(): void {
    if (this.#hasStandbyMissed) throw new NoResponseError('A change was kept, but not by the standby.');
    this.#change = 'kept';
  }

  #endTransaction(): void {
    this.#isInTransaction = false;
    this.#held = [];
  }

  async #pipeline(queries: readonly CompiledQuery[]): Promise<readonly pg.QueryResult[]> {
    const { stream } = this.#client.connection;
    stream.cork();
    const results = Promise.all(queries.map((query) => this.#query(query)));
    stream.uncork();
    return this.#receive(results);
  }

  async #sendEach(queries: readonly CompiledQuery[]): Promise<readonly pg.QueryResult[]> {
    const results: pg.QueryResult[] = [];
    for (const query of queries) results.push(await this.#receive(this.#query(query)));
    return results;
  }

  async #query({ sql, parameters }: CompiledQuery): Promise<pg.QueryResult> {
    const name = this.#client.pipeline && parameters.length > 0 ? preparedName(this.#client, sql) : '';
    try {
      return await this.#client.query({ name, text: sql, values: [...parameters] });
    } catch (error) {
      if (error instanceof pg.DatabaseError && STALE_STATEMENT.has(error.code)) this.#isBroken = true;
      throw error;
    }
  }

  /** Waits at most `responseMs` for a response. After a timeout the connection is useless. */
  async #receive<T>(response: Promise<T>): Promise<T> {
    if (this.#timeout === undefined) return response;
    const { responseMs } = this.#timeout;
    const late = Promise.withResolvers<never>();
    const onTimeout = () => {
      this.#overdue = response;
      late.reject(
        new NoResponseError(
          `The database did not respond within ${responseMs / 1000} s. Whether the last change is kept is not known: it may wait for a standby that is away.`,
        ),
      );
    };
    // A response that arrived while the process was busy is read first.
    let afterReading: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      afterReading = setImmediate(onTimeout);
    }, responseMs);
    try {
      return await Promise.race([response, late.promise]);
    } finally {
      clearTimeout(timer);
      clearImmediate(afterReading);
    }
  }
}
