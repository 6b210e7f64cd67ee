import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './transaction.ts';

/**
 * Caches the text of a query that every save, profile or login sends, since building it takes longer than sending it. The text
 * must not depend on the values. A query whose parameters aren't exactly its values, each once and in order, is built each time.
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
      // Equal values can't be told apart, so their order can't be checked.
      if (holdsThese && query.parameters.length === new Set(values).size && values.length === query.parameters.length)
        kept = query;
      return query;
    },
  });
}
