import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

/** Forgets runs that began before the given time. */
export async function deleteRunsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('conversion_run').where('started_at', '<', before).where('ended_at', 'is not', null).execute();
}

export function selectRunsOf(
  db: Db,
  applicationId: string,
): Promise<readonly Selectable<Database['conversion_run']>[]> {
  return db
    .selectFrom('conversion_run')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('started_at')
    .execute();
}

/** Deletes all runs of an application, those under way too. */
export async function deleteRunsOf(tx: Tx, applicationId: string): Promise<void> {
  await tx.deleteFrom('conversion_run').where('application_id', '=', applicationId).execute();
}

/** Runs of one kind of file that ended in one way; seconds are null while they are under way. */
export interface RunTotals {
  readonly kind: string | null;
  readonly outcome: string | null;
  readonly problem: string | null;
  readonly count: number;
  readonly median: number | null;
  readonly p95: number | null;
  readonly longest: number | null;
}

export async function selectRunTotals(db: Db, since: Date): Promise<readonly RunTotals[]> {
  const { rows } = await sql<RunTotals>`
    select kind, outcome, problem, count(*) as count,
      percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.95) within group (order by seconds) as p95,
      max(seconds) as longest
    from (
      select kind, outcome, problem, extract(epoch from ended_at - started_at)::float8 as seconds
      from conversion_run where started_at > ${since}
    ) as run
    group by kind, outcome, problem order by kind nulls last, count(*) desc, outcome, problem`.execute(db);
  return rows;
}
