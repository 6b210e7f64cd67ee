import { sql } from 'kysely';
import * as z from 'zod';
import type { Db, Tx } from '../db/transaction.ts';
import type { QueueDepth } from '../log/metrics.ts';
import { ALL_JOBS } from './all-jobs.ts';

/** A job in the queue: waiting, running or done. */
interface JobRow {
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

/**
 * Runs the waiting jobs of a queue now whose payload has one of these ids in `field`. Returns for each id with a job whether
 * that was waiting or is running.
 */
export async function hurryJobs(
  tx: Tx,
  jobs: { readonly name: string; readonly field: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, 'hurried' | 'running'>> {
  if (jobs.ids.length === 0) return new Map();
  const about = sql<string>`data ->> ${jobs.field}`;
  const these = sql`name = ${jobs.name} and ${about} = any(${[...jobs.ids]})`;
  const running = await sql<{
    id: string;
  }>`select ${about} as id from pgboss.job where ${these} and state = 'active'`.execute(tx);
  const hurried = await sql<{ id: string }>`
    update pgboss.job set start_after = now() where ${these} and state in ('created', 'retry') returning ${about} as id`.execute(
    tx,
  );
  return new Map([
    ...running.rows.map(({ id }) => [id, 'running'] as const),
    ...hurried.rows.map(({ id }) => [id, 'hurried'] as const),
  ]);
}

/** The due jobs of each queue, empty ones too. */
export async function readQueueDepths(db: Db): Promise<readonly QueueDepth[]> {
  const { rows } = await sql<{ name: string; waiting: number; age: number }>`
    select name, count(*) as waiting, extract(epoch from now() - min(start_after))::float8 as age
    from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`.execute(db);
  return ALL_JOBS.map(({ name }) => {
    const row = rows.find((row) => row.name === name);
    return { queue: name, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, row?.age ?? 0) };
  });
}
