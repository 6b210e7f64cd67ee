import type { Tx } from '../../../db/transaction.ts';
import { isClaimDead } from '../../../db/worker-claim.ts';
import type { PdfCopyRow } from './repository.ts';

/** Whether a living worker prints this copy now. */
export async function isBeingPrinted(tx: Tx, copy: Pick<PdfCopyRow, 'status' | 'claimed_by'>): Promise<boolean> {
  return copy.status === 'IN_PROGRESS' && copy.claimed_by !== null && !(await isClaimDead(tx, copy.claimed_by));
}
