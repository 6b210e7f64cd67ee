import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import type { Lane } from './lanes.ts';
import type { AwaitedPart } from './problems.ts';
import type { DocumentRow } from './repository.ts';

/** Open conversions that began before the given time and wait for nothing. */
export async function selectOverdue(db: Db, before: Date): Promise<readonly DocumentRow[]> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .where('waits_for', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/** How many documents of each lane wait for a worker, and for how many seconds the oldest has. */
export async function selectWaiting(
  db: Db,
): Promise<readonly { readonly lane: Lane; readonly waiting: number; readonly age: number }[]> {
  const { rows } = await sql<{ lane: Lane; waiting: number; age: number }>`
    select lane, count(*) as waiting, extract(epoch from now() - min(created_at))::float8 as age from document
    where status in ('UNPROCESSED', 'IN_PROGRESS') and claimed_by is null and waits_for is null
    and (retry_at is null or retry_at <= now()) group by lane`.execute(db);
  return rows;
}

/** Requeues documents that waited for a part; their deadline restarts. */
export async function resumeWaiting(db: Db, part: AwaitedPart, now: Date): Promise<void> {
  await db
    .updateTable('document')
    .set({ waits_for: null, created_at: now })
    .where('status', '=', 'UNPROCESSED')
    .where('waits_for', '=', part)
    .execute();
}
