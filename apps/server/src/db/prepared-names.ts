/** Queries that PostgreSQL keeps for each connection, at most: those that a web server repeats are fewer. */
export const MAX_PREPARED = 200;

/** The office's list: another text with each filter, and planned best with its values. */
const isOfList = (text: string) => text.includes('"office_application"') && !text.startsWith('update');

const byConnection = new WeakMap<object, Map<string, string>>();

/**
 * The name under which a connection prepares a query, which it parses once; '' for a query that isn't prepared: `select *`, whose result
 * changes when a migration adds a column, so that PostgreSQL would refuse it, the office's list, and all beyond MAX_PREPARED.
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
