import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './transaction.ts';

/**
 * A query that is sent at every save, profile or login. Each connection to PostgreSQL parses and plans it once and knows it by its
 * name from then on, so that one name stands for one text. It names its columns: the result of a prepared `select *` changes
 * when a migration adds a column, and PostgreSQL refuses it then.
 */
export interface NamedQuery<Row> {
  /** '' is parsed anew each time. */
  readonly name: string;
  readonly query: CompiledQuery<Row>;
  /** Whether what it changes has to be kept, where that cannot be seen from outside: a select around inserts. */
  readonly isChange?: boolean;
}

/**
 * Makes a query from its values. Its text is put together at the first call and kept, since that takes longer than all else that is
 * done to send it: so the text must not depend on the values, and these come in the order in which they stand in it. A query
 * that holds anything else, such as a test's own clock, is put together each time.
 */
export function namedQuery<Row, Values extends readonly unknown[]>(
  name: string,
  build: (db: Db, ...values: Values) => Compilable<Row>,
  kind: Pick<NamedQuery<Row>, 'isChange'> = {},
): (db: Db, ...values: Values) => NamedQuery<Row> {
  let kept: CompiledQuery<Row> | undefined;
  return (db, ...values) => {
    if (kept !== undefined) return { name, query: { ...kept, parameters: values }, ...kind };
    const query = build(db, ...values).compile();
    const { parameters } = query;
    // Of equal values the order cannot be seen.
    const isItsValues =
      new Set(values).size === values.length &&
      parameters.length === values.length &&
      parameters.every((parameter, place) => parameter === values[place]);
    if (isItsValues) kept = query;
    return { name, query, ...kind };
  };
}
