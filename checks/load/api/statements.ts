import { randomBytes, randomUUID } from 'node:crypto';
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

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** One person's texts, with those of another in their place. */
export type Renaming = ReadonlyMap<string, string>;

/**
 * Rewrites a statement as another person's call would send it, with their names, ids and token hashes; other ids, hashes and
 * confirmation numbers become new ones.
 */
export function renameStatement(statement: Statement, renaming: Renaming, fresh: RegExp | undefined): Statement {
  const renameText = (text: string) => {
    let renamed = text;
    for (const [from, to] of renaming) renamed = renamed.replaceAll(from, to);
    const known = new Set(renaming.values());
    renamed = renamed.replace(UUID, (id) => (known.has(id) ? id : randomUUID()));
    return fresh ? renamed.replace(fresh, () => `FY26-${randomBytes(6).toString('hex').toUpperCase()}`) : renamed;
  };
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return renameText(value);
    if (!Buffer.isBuffer(value)) return value;
    const to = renaming.get(value.toString('hex'));
    return to === undefined ? randomBytes(value.length) : Buffer.from(to, 'hex');
  };
  return { ...statement, values: statement.values.map(rename) };
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
