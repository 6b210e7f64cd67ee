import { type RawBuilder, sql } from 'kysely';
import type { Db } from './transaction.ts';

/** What time it is, as an expression within a query: one clock for all processes on a database. Tests give their own. */
export type DatabaseClock = () => RawBuilder<Date>;

/** The database's own clock; within a transaction, when the transaction began. */
export const databaseClock: DatabaseClock = () => sql<Date>`now()`;

/** What time the database says it is; within a transaction, when the transaction began. */
export async function readDatabaseTime(db: Db, clock: DatabaseClock = databaseClock): Promise<Date> {
  const { now } = await db.selectNoFrom(clock().as('now')).executeTakeFirstOrThrow();
  return now;
}
