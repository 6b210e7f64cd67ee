import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from './transaction.ts';
import type { Database } from './types.ts';

/*
 * For work that goes through a list of tables: what is held about a person, and what expires. All else asks the owner of a table.
 */

type ColumnOf<Table extends keyof Database> = string & keyof Database[Table];

/** The rows of a table with one of these values in a column. */
export async function selectRows<Table extends keyof Database>(
  db: Db,
  table: Table,
  column: ColumnOf<Table>,
  values: readonly string[],
): Promise<readonly Selectable<Database[Table]>[]> {
  const { rows } = await sql<Selectable<Database[Table]>>`
    select * from ${sql.table(table)} where ${sql.ref(column)} = any(${[...values]})`.execute(db);
  return rows;
}

export async function deleteRows<Table extends keyof Database>(
  tx: Tx,
  table: Table,
  column: ColumnOf<Table>,
  values: readonly string[],
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${[...values]})`.execute(tx);
}

/** A table, the column with the moment that counts, and how long rows are kept from then on. */
export type Lifetime = {
  readonly [Table in keyof Database]: readonly [Table, ColumnOf<Table>, milliseconds: number];
}[keyof Database];

export async function deleteOutlived(db: Db, [table, column, keptMs]: Lifetime, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${before}`.execute(db);
}
