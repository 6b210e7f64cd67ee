/** Queries that PostgreSQL keeps for each connection, at most: those that a web server repeats are fewer. */
export const MAX_PREPARED = 200;

const names = new Map<string, string>();

/**
 * The name under which each connection parses and plans a query once; '' for one that is parsed each time: `select *`, whose result
 * changes when a migration adds a column, so that PostgreSQL would refuse it, and all beyond MAX_PREPARED.
 */
export function preparedName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_PREPARED || text.includes('*')) return '';
  const name = `query_${names.size}`;
  names.set(text, name);
  return name;
}
