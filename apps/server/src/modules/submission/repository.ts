import type { Tx } from '../../db/transaction.ts';

/** Records the submission; false when the confirmation number is taken. */
export async function insertSubmission(
  tx: Tx,
  applicationId: string,
  confirmationNumber: string,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('submission')
    .values({ application_id: applicationId, confirmation_number: confirmationNumber, submitted_at: now })
    .onConflict((conflict) => conflict.column('confirmation_number').doNothing())
    .returning('application_id')
    .executeTakeFirst();
  return row !== undefined;
}
