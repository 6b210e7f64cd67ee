import type { Compilable, CompiledQuery } from 'kysely';

/**
 * A query that is sent at every save or profile. Each connection to PostgreSQL parses and plans it once and knows it by its
 * name from then on, so that one name stands for one text. It names its columns: the result of a prepared `select *` changes
 * when a migration adds a column, and PostgreSQL refuses it then.
 */
export interface NamedQuery<Row> {
  /** '' is parsed anew each time. */
  readonly name: string;
  readonly query: CompiledQuery<Row>;
}

export function namedQuery<Row>(name: string, query: Compilable<Row>): NamedQuery<Row> {
  return { name, query: query.compile() };
}
