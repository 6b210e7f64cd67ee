import type { Kysely, Transaction } from 'kysely';
import type { Database } from './types.ts';

export type Tx = Transaction<Database>;
/** A database or a transaction of it: for repositories that work in both. */
export type Db = Kysely<Database>;

/** Runs `work` in one transaction (read committed): all of it is kept, or, when it throws, none. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('read committed').execute(work);
}
