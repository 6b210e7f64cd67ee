import { type Db, inTransaction } from '../../db/transaction.ts';
import { forgetObjects } from '../../jobs/forget-objects.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { MINUTE_MS } from '../../time/durations.ts';
import { lockApplicationById } from '../application/service.ts';
import { setDocumentAnswer } from './answer.ts';
import type { DocumentProblem } from './problems.ts';
import { type DocumentRow, failDocument, filesOf } from './repository.ts';

interface GiveUpDependencies {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
}

/** A conversion that has not ended after this long never will (AMB-106). */
export const GIVE_UP_AFTER_MS = 10 * MINUTE_MS;

/** Ends an open conversion as FAILED with its answer '' and its file forgotten. Nothing when it has ended meanwhile. */
export async function endAsFailed(
  deps: GiveUpDependencies,
  document: DocumentRow,
  problem: DocumentProblem,
  claim?: number,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockApplicationById(tx, document.application_id);
    if (!application) return;
    const end = { problem, now, ...(claim === undefined ? {} : { claim }) };
    if (!(await failDocument(tx, document.id, end))) return;
    await setDocumentAnswer(tx, application, document.answer_key, '', now);
    await deps.jobs.send(forgetObjects, { keys: [...filesOf(document)] }, tx);
  });
}

export function giveUp(deps: GiveUpDependencies, document: DocumentRow): Promise<void> {
  return endAsFailed(deps, document, 'took_too_long');
}
