import type { Converted } from '@firstyear/document-converter';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { type Lane, SHORT_SECONDS } from './lanes.ts';
import type { AwaitedPart, DocumentProblem } from './problems.ts';
import type { DocumentRow } from './repository.ts';

export interface ClaimedDocument {
  readonly document: DocumentRow;
  readonly claim: number;
  readonly runId: number;
  readonly startedAt: Date;
}

/** An applicant whose Word files took this long within an hour is costly. */
const COSTLY_SECONDS = 30;
/** How long a costly applicant's document waits behind all others at most. */
const STEP_BACK_MS = 5 * MINUTE_MS;

/**
 * Locks the next document of a lane. Applicants have one conversion at a time. Costly applicants come last, then those served most
 * recently, then the newest documents. The last free slot takes only documents of applicants whose files in this lane were all short
 * in the last hour.
 */
async function lockNext(tx: Tx, { lane, isLastSlot = false, now }: Turn) {
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  const steppedBackAfter = new Date(now.getTime() - STEP_BACK_MS);
  const { rows } = await sql<Pick<DocumentRow, 'id' | 'application_id' | 'file_size'>>`
    select document.id, document.application_id, document.file_size from document cross join lateral (
      select
        max(started_at) as served_at,
        sum(extract(epoch from coalesce(ended_at, ${now}) - started_at)) filter (where lane = 'word') as word_seconds,
        max(extract(epoch from ended_at - started_at)) filter (where lane = ${lane}) as longest
      from conversion_run
      where conversion_run.application_id = document.application_id and started_at > ${anHourAgo}
    ) as load
    where document.lane = ${lane} and status = 'UNPROCESSED' and waits_for is null
      and (retry_at is null or retry_at <= ${now})
      and not (${isLastSlot} and coalesce(longest, 0) > ${SHORT_SECONDS[lane]})
      and not exists (
        select from conversion_run
        where conversion_run.application_id = document.application_id and ended_at is null
      )
    order by
      document.lane = 'word' and coalesce(word_seconds, 0) >= ${COSTLY_SECONDS} and created_at > ${steppedBackAfter},
      served_at nulls first, created_at, document.id
    limit 1 for update of document skip locked`.execute(tx);
  return rows[0];
}

interface Turn {
  readonly lane: Lane;
  /** The worker's last free slot of the lane is for short jobs. */
  readonly isLastSlot?: boolean;
  readonly now: Date;
}

/** Claims the next document of a lane for a worker, if there is one. */
export async function claimNextDocument(
  db: Db,
  { claim, ...turn }: Turn & { readonly claim: number },
): Promise<ClaimedDocument | undefined> {
  const { lane, now } = turn;
  for (;;) {
    const claimed = await inTransaction(db, async (tx) => {
      const next = await lockNext(tx, turn);
      if (next === undefined) return undefined;
      const { id, application_id, file_size } = next;
      const run = await tx
        .insertInto('conversion_run')
        .values({ application_id, document_id: id, lane, claimed_by: claim, started_at: now, file_size })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!run) return 'busy';
      const begun = { status: 'IN_PROGRESS', claimed_by: claim, waits_for: null, retry_at: null } as const;
      const document = await tx
        .updateTable('document')
        .set((query) => ({ ...begun, attempts: query('attempts', '+', 1) }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { document, claim, runId: run.id, startedAt: now };
    });
    // Another worker may have just claimed a document of the same applicant.
    if (claimed !== 'busy') return claimed;
  }
}

/** The ids of conversions that their worker still holds. Others were deleted, replaced, timed out or taken over. */
export async function selectHeld(db: Db, claimed: readonly ClaimedDocument[]): Promise<ReadonlySet<string>> {
  if (claimed.length === 0) return new Set();
  const ids = claimed.map(({ document }) => document.id);
  const rows = await db
    .selectFrom('document')
    .select(['id', 'claimed_by'])
    .where('id', 'in', ids)
    .where('status', '=', 'IN_PROGRESS')
    .execute();
  const claims = new Map(rows.map((row) => [row.id, row.claimed_by]));
  return new Set(
    claimed.filter(({ document, claim }) => claims.get(document.id) === claim).map((item) => item.document.id),
  );
}

/** Records the end of a run. Then the applicant's next conversion may begin. */
export async function endRun(
  db: Db,
  runId: number,
  end: {
    readonly outcome: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'WAITING' | 'MOVED' | 'FAULT';
    readonly problem: string | null;
    readonly kind: string | null;
    readonly ended_at: Date;
  },
): Promise<void> {
  await db.updateTable('conversion_run').set(end).where('id', '=', runId).where('ended_at', 'is', null).execute();
}

/** Updates a document only while the worker holds its conversion. */
const updateClaimed = (db: Db, id: string, claim: number) =>
  db.updateTable('document').where('id', '=', id).where('status', '=', 'IN_PROGRESS').where('claimed_by', '=', claim);

/** Ends a conversion as COMPLETED; false if this worker no longer holds it. */
export async function completeDocument(
  tx: Tx,
  { document, claim }: Pick<ClaimedDocument, 'document' | 'claim'>,
  end: Pick<DocumentRow, 'pdf_key' | 'page_count' | 'thumbnail_count' | 'finished_at'> & Pick<Converted, 'hints'>,
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(tx, document.id, claim)
    .set({ ...end, hints: JSON.stringify(end.hints), status: 'COMPLETED', claimed_by: null })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns a conversion to the queue: until a part is available again, in another lane, or after a fault until a time. Only a fault counts as an attempt. */
export async function releaseDocument(
  db: Db,
  { document, claim }: Pick<ClaimedDocument, 'document' | 'claim'>,
  next: { readonly waitsFor?: AwaitedPart; readonly retryAt?: Date; readonly lane?: Lane },
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(db, document.id, claim)
    .set((query) => ({
      status: 'UNPROCESSED',
      claimed_by: null,
      waits_for: next.waitsFor ?? null,
      retry_at: next.retryAt ?? null,
      lane: next.lane ?? document.lane,
      attempts: query('attempts', '-', next.retryAt === undefined ? 1 : 0),
    }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends an open conversion as FAILED; with a claim, only while that worker holds it. */
export async function failDocument(
  tx: Tx,
  id: string,
  end: {
    readonly problem: DocumentProblem;
    readonly page?: number | undefined;
    readonly now: Date;
    readonly claim?: number;
  },
): Promise<boolean> {
  let query = tx
    .updateTable('document')
    .set({
      status: 'FAILED',
      problem: end.problem,
      problem_page: end.page ?? null,
      claimed_by: null,
      waits_for: null,
      finished_at: end.now,
    })
    .where('id', '=', id)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS']);
  if (end.claim !== undefined) query = query.where('claimed_by', '=', end.claim);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

/** The claims of all workers with running conversions. */
export async function selectClaims(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('document')
    .select('claimed_by')
    .where('status', '=', 'IN_PROGRESS')
    .union((query) => query.selectFrom('conversion_run').select('claimed_by').where('ended_at', 'is', null))
    .execute();
  return rows.flatMap((row) => (row.claimed_by === null ? [] : [row.claimed_by]));
}

/** Returns the documents of a dead worker to the queue; returns their number. */
export async function releaseClaim(tx: Tx, claim: number, now: Date): Promise<number> {
  await tx
    .updateTable('conversion_run')
    .set({ ended_at: now, outcome: 'WORKER_DIED' })
    .where('claimed_by', '=', claim)
    .where('ended_at', 'is', null)
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('document')
    .set({ status: 'UNPROCESSED', claimed_by: null })
    .where('status', '=', 'IN_PROGRESS')
    .where('claimed_by', '=', claim)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Open conversions that began before the given time and don't wait for a part. */
export async function selectOverdue(db: Db, before: Date): Promise<readonly DocumentRow[]> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .where('waits_for', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/** The number of documents of each lane that wait for a worker, and the age of the oldest in seconds. */
export async function selectWaiting(db: Db) {
  const { rows } = await sql<{ readonly lane: Lane; readonly waiting: number; readonly age: number }>`
    select lane, count(*) as waiting, extract(epoch from now() - min(created_at))::float8 as age from document
    where status in ('UNPROCESSED', 'IN_PROGRESS') and claimed_by is null and waits_for is null
    and (retry_at is null or retry_at <= now()) group by lane`.execute(db);
  return rows;
}

/** Requeues documents that waited for these parts; their timeout restarts. */
export async function resumeWaiting(db: Db, parts: readonly AwaitedPart[], now: Date): Promise<void> {
  await db
    .updateTable('document')
    .set({ waits_for: null, created_at: now })
    .where('status', '=', 'UNPROCESSED')
    .where('waits_for', 'in', parts)
    .execute();
}
