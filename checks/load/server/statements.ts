import pg from 'pg';

/** A statement, as given to the driver. */
export interface Statement {
  /** A named statement is planned once for each connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads the driver's arguments: a text, or a query with its values. */
function statementOf(config: unknown, values: unknown): Statement | undefined {
  if (typeof config === 'string') return { text: config, values: Array.isArray(values) ? values : [] };
  if (typeof config !== 'object' || config === null) return undefined;
  const text: unknown = Reflect.get(config, 'text');
  const name: unknown = Reflect.get(config, 'name');
  const args: unknown = Reflect.get(config, 'values') ?? values;
  if (typeof text !== 'string') return undefined;
  return { ...(typeof name === 'string' && name !== '' && { name }), text, values: Array.isArray(args) ? args : [] };
}

/** Records the statements that this process sends to its database during some work, in order. */
export async function recordStatements(work: () => Promise<void>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = new Proxy(query, {
    apply: (target, client, args) => {
      const statement = statementOf(args[0], args[1]);
      if (statement !== undefined) statements.push(statement);
      return Reflect.apply(target, client, args);
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

/** Sends statements in order on one connection, with the driver alone. */
export async function sendStatements(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of statements) await client.query({ ...statement, values: [...statement.values] });
  } finally {
    client.release();
  }
}
