import { type ANSWERED, textOf } from '@firstyear/form-engine';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { isClaimDead } from '../../../db/worker-claim.ts';
import { forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Log } from '../../../log/log.ts';
import type { Metrics, QueueDepth } from '../../../log/metrics.ts';
import { MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { askForReturned } from '../helpers/service.ts';
import { failPaper } from '../items/service.ts';
import { changeApplication, lockApplicationById, type ShownApplication } from '../row/application.ts';
import {
  failDocument,
  releaseClaim,
  resumeWaiting,
  selectClaims,
  selectOverdue,
  selectWaiting,
} from './conversion-repository.ts';
import { filesOf } from './document-files.ts';
import { LANES } from './lanes.ts';
import { type AwaitedPart, problemWords } from './problems.ts';
import { type DocumentRow, paperOf } from './repository.ts';

/**
 * Sets the answer of a document question: ANSWERED once the document is converted, else ''. Only before the submission, which waits for
 * every open conversion.
 */
export async function setDocumentAnswer(
  tx: Tx,
  { id, answers }: ShownApplication,
  key: string,
  value: typeof ANSWERED | '',
  now: Date,
): Promise<void> {
  if (textOf(answers, key) === value) return;
  await changeApplication(tx, id, { answers: JSON.stringify({ ...answers, [key]: value }) }, now);
}

export type TimeoutDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'clock' | 'forms' | 'config'> & {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'conversions'>;
};

/** A conversion that has not ended after this long never will (AMB-106). */
export const CONVERSION_TIMEOUT_MS = 10 * MINUTE_MS;

/** Ends an open conversion as FAILED, clears its answer and deletes its files; false if it has ended meanwhile. */
export async function failInTransaction(
  deps: Pick<AppDependencies, 'jobs' | 'clock' | 'forms' | 'config'>,
  tx: Tx,
  document: DocumentRow,
  end: Omit<Parameters<typeof failDocument>[2], 'now'>,
): Promise<boolean> {
  const now = deps.clock();
  const application = await lockApplicationById(tx, document.application_id);
  if (!application) return false;
  if (!(await failDocument(tx, document.id, { ...end, now }))) return false;
  const { application_id, answer_key } = document;
  const paperId = paperOf(answer_key);
  if (paperId === undefined) await setDocumentAnswer(tx, application, answer_key, '', now);
  else {
    const itemId = await failPaper(deps, tx, { application_id, paperId }, now);
    const why = problemWords(end.problem, end.page);
    if (itemId !== undefined) await askForReturned(tx, deps, itemId, why, now);
  }
  // At once: it may hold something harmful.
  await deps.jobs.send(forgetObjects, { keys: [...filesOf(document)] }, tx);
  return true;
}

/** Ends and logs a conversion that took too long. */
export async function timeOutConversion(deps: TimeoutDependencies, document: DocumentRow): Promise<void> {
  const problem = 'took_too_long';
  const hasEnded = await inTransaction(deps.db, (tx) => failInTransaction(deps, tx, document, { problem }));
  if (!hasEnded) return;
  const seconds = (deps.clock().getTime() - document.created_at.getTime()) / SECOND_MS;
  deps.metrics.conversions.observe({ kind: 'none', outcome: 'GIVEN_UP' }, seconds);
  deps.log.warn(
    { document: document.id, kind: null, bytes: document.file_size, seconds, problem },
    'a document could not be converted',
  );
}

/** Returns the documents of dead workers to the queue; returns their number. */
export async function releaseDeadClaims(deps: Pick<AppDependencies, 'db' | 'clock'>): Promise<number> {
  let count = 0;
  for (const claim of await selectClaims(deps.db)) {
    count += await inTransaction(deps.db, async (tx) =>
      (await isClaimDead(tx, claim)) ? releaseClaim(tx, claim, deps.clock()) : 0,
    );
  }
  return count;
}

/** Ends stuck conversions as FAILED. */
export async function failOverdue(deps: TimeoutDependencies): Promise<void> {
  const before = new Date(deps.clock().getTime() - CONVERSION_TIMEOUT_MS);
  for (const document of await selectOverdue(deps.db, before)) await timeOutConversion(deps, document);
}

/** Resumes documents that waited for parts that are available again. */
export const resumeAwaited = ({ db, clock }: Pick<AppDependencies, 'db' | 'clock'>, parts: readonly AwaitedPart[]) =>
  resumeWaiting(db, parts, clock());

/** The number of waiting documents in each lane, and the age of the oldest. */
export async function readConversionDepths(db: Db): Promise<readonly QueueDepth[]> {
  const rows = await selectWaiting(db);
  return LANES.map((lane) => {
    const row = rows.find((row) => row.lane === lane);
    return { queue: `documents-${lane}`, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, row?.age ?? 0) };
  });
}
