import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';
import type { QueueDepth } from '../metrics/metrics.ts';
import { ALL_JOBS } from './all-jobs.ts';

/** What waits in the queues of jobs and is due, empty ones too. */
export async function readQueueDepths(db: Db): Promise<readonly QueueDepth[]> {
  const { rows } = await sql<{ name: string; waiting: number; age: number }>`
    select name, count(*) as waiting, extract(epoch from now() - min(start_after))::float8 as age
    from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`.execute(db);
  return ALL_JOBS.map(({ name }) => {
    const row = rows.find((row) => row.name === name);
    return { queue: name, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, row?.age ?? 0) };
  });
}
