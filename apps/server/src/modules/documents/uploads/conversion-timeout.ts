import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Log } from '../../../log/log.ts';
import type { Metrics } from '../../../metrics/metrics.ts';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.ts';
import { lockApplicationById } from '../../application/row/service.ts';
import { setDocumentAnswer } from './answer.ts';
import { failDocument } from './conversion-repository.ts';
import { filesOf } from './document-files.ts';
import type { DocumentProblem } from './problems.ts';
import type { DocumentRow } from './repository.ts';

interface FailDependencies {
  readonly jobs: Jobs;
  readonly clock: () => Date;
}

export interface TimeoutDependencies extends FailDependencies {
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'conversions'>;
}

/** A conversion that has not ended after this long never will (AMB-106). */
export const CONVERSION_TIMEOUT_MS = 10 * MINUTE_MS;

/** Ends an open conversion as FAILED with its answer '' and its file forgotten; false when it has ended meanwhile. */
export async function failInTransaction(
  deps: FailDependencies,
  tx: Tx,
  document: DocumentRow,
  {
    problem,
    page,
    claim,
  }: { readonly problem: DocumentProblem; readonly page?: number | undefined; readonly claim?: number },
): Promise<boolean> {
  const now = deps.clock();
  const application = await lockApplicationById(tx, document.application_id);
  if (!application) return false;
  const end = { problem, page, now, ...(claim === undefined ? {} : { claim }) };
  if (!(await failDocument(tx, document.id, end))) return false;
  await setDocumentAnswer(tx, application, document.answer_key, '', now);
  await deps.jobs.send(forgetObjects, { keys: [...filesOf(document)] }, tx);
  return true;
}

/** Ends a conversion that took too long: one line of the log, like every other failure. */
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
