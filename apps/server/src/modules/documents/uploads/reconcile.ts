import { type Db, inTransaction } from '../../../db/transaction.ts';
import { isClaimDead } from '../../../db/worker-claim.ts';
import { releaseClaim, resumeWaiting, selectClaims, selectOverdue } from './conversion-repository.ts';
import { CONVERSION_TIMEOUT_MS, type TimeoutDependencies, timeOutConversion } from './conversion-timeout.ts';
import type { AwaitedPart } from './problems.ts';

interface ReconcileDependencies {
  readonly db: Db;
  readonly clock: () => Date;
}

/** Returns to the queue what workers held that are dead; returns how many documents that were. */
export async function releaseDeadClaims(deps: ReconcileDependencies): Promise<number> {
  let count = 0;
  for (const claim of await selectClaims(deps.db)) {
    count += await inTransaction(deps.db, async (tx) =>
      (await isClaimDead(tx, claim)) ? releaseClaim(tx, claim, deps.clock()) : 0,
    );
  }
  return count;
}

/** Ends what is stuck as FAILED. */
export async function failOverdue(deps: TimeoutDependencies): Promise<void> {
  const before = new Date(deps.clock().getTime() - CONVERSION_TIMEOUT_MS);
  for (const document of await selectOverdue(deps.db, before)) await timeOutConversion(deps, document);
}

/** Lets documents go on that waited for parts which are there again. */
export async function resumeAwaited(deps: ReconcileDependencies, parts: readonly AwaitedPart[]): Promise<void> {
  for (const part of parts) await resumeWaiting(deps.db, part, deps.clock());
}
