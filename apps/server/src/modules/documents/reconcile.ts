import { type Db, inTransaction } from '../../db/transaction.ts';
import { isClaimDead } from '../../db/worker-claim.ts';
import { convertDocument } from '../../jobs/convert-document.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { GIVE_UP_AFTER_MS, giveUp } from './give-up.ts';
import type { AwaitedPart } from './problems.ts';
import { releaseClaim, resumeWaiting, selectClaims, selectOverdue, selectUnprocessed } from './repository.ts';

interface ReconcileDependencies {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
}

/** Returns to the queue what workers held that are dead; returns how many documents that were. */
export async function releaseDeadClaims(deps: ReconcileDependencies): Promise<number> {
  let count = 0;
  for (const claim of await selectClaims(deps.db)) {
    await inTransaction(deps.db, async (tx) => {
      if (!(await isClaimDead(tx, claim))) return;
      for (const document_id of await releaseClaim(tx, claim)) {
        await deps.jobs.send(convertDocument, { document_id }, tx);
        count += 1;
      }
    });
  }
  return count;
}

/**
 * Sends the jobs of waiting conversions once more. A job whose end could not be written down, because the database was
 * away, stands still until its time is over; one job too many finds nothing to do.
 */
export async function resendJobs(deps: ReconcileDependencies): Promise<void> {
  for (const document_id of await selectUnprocessed(deps.db)) await deps.jobs.send(convertDocument, { document_id });
}

/** Ends what is stuck as FAILED. */
export async function failOverdue(deps: ReconcileDependencies): Promise<void> {
  const before = new Date(deps.clock().getTime() - GIVE_UP_AFTER_MS);
  for (const document of await selectOverdue(deps.db, before)) await giveUp(deps, document);
}

/** Lets documents go on that waited for parts which are there again. */
export async function resumeAwaited(deps: ReconcileDependencies, parts: readonly AwaitedPart[]): Promise<void> {
  for (const part of parts) {
    await inTransaction(deps.db, async (tx) => {
      for (const document_id of await resumeWaiting(tx, part, deps.clock())) {
        await deps.jobs.send(convertDocument, { document_id }, tx);
      }
    });
  }
}
