import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../transaction.ts';

/** Any number, the same for every process: the name of the advisory lock of a backup. */
const LOCK = 7_310_426_116;

/**
 * From now on until this connection ends, no stored file that a row named is deleted. Taken before the backup's moment,
 * so that every file that the moment names stays until it is copied. False when another backup runs.
 */
export async function beginBackup(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
  return rows[0]?.held === true;
}

/** Whether a backup copies files now: what it may still need must not be deleted. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  // Looked up, not tried: a backup that began at the moment of a try would take it for another backup.
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 1 and mode = 'ExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = ${LOCK}::bigint
    ) as held`.execute(db);
  return rows[0]?.held === true;
}
