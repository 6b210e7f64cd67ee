import { sql } from 'kysely';
import * as z from 'zod';
import type { Db, Tx } from '../db/transaction.ts';

/** A job as the queue keeps it, waiting, running or done. */
export interface JobRow {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly created_on: Date;
  readonly data: unknown;
}

/** The jobs whose payload names one of these ids. Reads the whole queue: for operators, not for calls. */
export async function selectJobsAbout(db: Db, ids: readonly string[]): Promise<readonly JobRow[]> {
  if (ids.length === 0) return [];
  const names = sql.join(
    ids.map((id) => sql`position(${id} in data::text) > 0`),
    sql` or `,
  );
  const { rows } = await sql<JobRow>`
    select id, name, state::text, created_on, data from pgboss.job where ${names} order by created_on`.execute(db);
  return rows;
}

export async function deleteJobs(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from pgboss.job where id in (${sql.join(ids)})`.execute(tx);
}

const fileKeys = z.object({ keys: z.array(z.string()) });

/** The stored files that a job still has to delete; none for jobs of another kind. */
export function keysToForget(job: JobRow): readonly string[] {
  return fileKeys.safeParse(job.data).data?.keys ?? [];
}
