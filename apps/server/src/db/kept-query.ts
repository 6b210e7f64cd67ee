import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './transaction.ts';

/**
 * For a query of every save, profile or login: keeps its text from the first call, since building that takes longer than all else
 * that is done to send it. So the text must not depend on the values. A query that holds anything but its values, each once and in their
 * order, is built each time.
 */
export function keptQuery<Row, Values extends readonly unknown[]>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Compilable<Row> {
  let kept: CompiledQuery<Row> | undefined;
  return (db, ...values) => ({
    compile: () => {
      if (kept !== undefined) return { ...kept, parameters: values };
      const query = build(db, ...values).compile();
      const holdsThese = query.parameters.every((parameter, place) => parameter === values[place]);
      // Of equal values nobody can tell which stands where.
      if (holdsThese && query.parameters.length === new Set(values).size && values.length === query.parameters.length)
        kept = query;
      return query;
    },
  });
}
