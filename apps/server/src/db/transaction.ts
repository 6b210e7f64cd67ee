import type { Kysely, Transaction } from 'kysely';
import type { Database } from './types.ts';

export type Tx = Transaction<Database>;
/** A database or one of its transactions, for repositories that work in both. */
export type Db = Kysely<Database>;

/** Runs `work` in one transaction (read committed), which is rolled back when it throws. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('read committed').execute(work);
}
