import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../transaction.ts';

/** An arbitrary number: the advisory lock of a backup. */
const LOCK = 7_310_426_116;

/**
 * Until this connection ends, stored files that a row refers to are not deleted. Taken before the backup's snapshot, so that
 * every file of the snapshot stays until it is copied. False when another backup runs.
 */
export async function beginBackup(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
  return rows[0]?.held === true;
}

/** Whether a backup is copying files, which must not be deleted meanwhile. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  // Reads pg_locks instead of trying the lock, which a starting backup would mistake for another backup.
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 1 and mode = 'ExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = ${LOCK}::bigint
    ) as held`.execute(db);
  return rows[0]?.held === true;
}
