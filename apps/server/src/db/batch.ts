import type pg from 'pg';
import type { NamedQuery } from './named-query.ts';

/** What one query of a batch came to. */
export interface BatchResult {
  /** As PostgreSQL names what it did: 'SELECT 1', 'COMMIT'. */
  readonly command: string;
  readonly rows: readonly unknown[];
}

/** A column of a result. */
interface Field {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** What PostgreSQL has parsed for a connection under a name, and what it returns. */
export interface PreparedQuery {
  readonly text: string;
  readonly fields: readonly Field[];
}

/** An element of an array (PostgreSQL's manual, 8.15.6). */
function quoted(element: unknown): string {
  if (typeof element !== 'string') throw new TypeError('A query of a batch has a list of something else than texts.');
  return `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A value as text, or bytes, as PostgreSQL reads it. */
function parameterOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value) || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `{${value.map(quoted).join(',')}}`;
  throw new TypeError(
    'A query of a batch has a value that is neither text, number, boolean, time, bytes nor a list of texts.',
  );
}

/**
 * Some queries in one message and one response. They run in their order, and when one fails, those after it are not run:
 * PostgreSQL skips to the end of what was sent together (the extended query protocol's Sync).
 */
export class Batch implements pg.Submittable {
  readonly #client: pg.PoolClient;
  readonly #prepared: ReadonlyMap<string, PreparedQuery>;
  readonly #done = Promise.withResolvers<readonly BatchResult[]>();
  readonly #results: BatchResult[] = [];
  /** Of each query whose result has come in. */
  readonly #allFields: (readonly Field[])[] = [];
  /** Of the query whose result comes in. */
  #fields: readonly Field[] | undefined;
  #rows: unknown[] = [];
  /** Of a value that could not be read: raised when all has come in, since the driver's own reader must not be broken off. */
  #unreadable: unknown;
  readonly #values: readonly (string | Buffer | null)[][];
  readonly queries: readonly NamedQuery<unknown>[];

  /** `prepared` is what this connection knows by its name. */
  constructor(
    client: pg.PoolClient,
    queries: readonly NamedQuery<unknown>[],
    prepared: ReadonlyMap<string, PreparedQuery>,
  ) {
    this.#client = client;
    this.#prepared = prepared;
    this.queries = queries;
    this.#values = queries.map(({ query }) => query.parameters.map(parameterOf));
  }

  /** The results in the order of the queries; rejects with the error of the one that failed. */
  get results(): Promise<readonly BatchResult[]> {
    return this.#done.promise;
  }

  /** What this connection knows by its name, once the results are there. */
  get prepared(): readonly (readonly [name: string, PreparedQuery])[] {
    return this.queries.flatMap(({ name, query }, place) =>
      name === '' ? [] : [[name, { text: query.sql, fields: this.#allFields[place] ?? [] }] as const],
    );
  }

  /** Called by the driver, as all that follows, when it is this batch's turn. */
  submit(connection: pg.Connection): void {
    connection.stream.cork();
    for (const [place, { name, query }] of this.queries.entries()) {
      const isPrepared = this.#prepared.has(name);
      if (!isPrepared) {
        // An earlier batch may have failed after PostgreSQL had taken the name; to forget an unknown one is no error.
        if (name !== '') connection.close({ type: 'S', name }, true);
        connection.parse({ name, text: query.sql, types: [] }, true);
      }
      connection.bind({ statement: name, values: this.#values[place] }, true);
      // The columns of what is prepared stay the same: PostgreSQL refuses to run it where they would not.
      if (!isPrepared) connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#client.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      for (const [place, { name, parse }] of this.#currentFields().entries()) {
        const text = fields[place] ?? null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.#unreadable ??= error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#allFields.push(this.#currentFields());
    this.#results.push({ command: text, rows: this.#rows });
    this.#fields = undefined;
    this.#rows = [];
  }

  handleError(error: Error): void {
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable === undefined) this.#done.resolve(this.#results);
    else this.#done.reject(this.#unreadable);
  }

  /** Those that came before the rows, or those that are known. */
  #currentFields(): readonly Field[] {
    const name = this.queries[this.#results.length]?.name ?? '';
    return this.#fields ?? this.#prepared.get(name)?.fields ?? [];
  }
}
