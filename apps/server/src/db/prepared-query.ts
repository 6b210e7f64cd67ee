import type { Compilable } from 'kysely';
import type { Db } from './transaction.ts';

/** The names of prepared queries by their text. */
const names = new Map<string, string>();

/** The name under which connections prepare a query; undefined for a query that isn't prepared. */
export const preparedName = (text: string): string | undefined => names.get(text);

/**
 * A query that nearly every save, profile or login sends: each connection parses and plans it once. Its text must not depend on the
 * values, and it must name its columns, since PostgreSQL refuses a prepared `select *` once a migration has added one.
 */
export function preparedQuery<Row, Values extends readonly unknown[]>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Compilable<Row> {
  return (db, ...values) => ({
    compile: () => {
      const query = build(db, ...values).compile();
      if (!names.has(query.sql)) names.set(query.sql, `query_${names.size}`);
      return query;
    },
  });
}
