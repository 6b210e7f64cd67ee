import { type RawBuilder, sql } from 'kysely';
import type { Db } from './transaction.ts';

/** The current time as an expression in a query: one clock for all processes on a database. Tests inject their own. */
export type DatabaseClock = () => RawBuilder<Date>;

/** The database's own clock; within a transaction, when the transaction began. */
export const databaseClock: DatabaseClock = () => sql<Date>`now()`;

/** The database's time; within a transaction, when the transaction began. */
export async function readDatabaseTime(db: Db, clock: DatabaseClock = databaseClock): Promise<Date> {
  const { now } = await db.selectNoFrom(clock().as('now')).executeTakeFirstOrThrow();
  return now;
}
