import type { ErrorMap } from '@firstyear/application-form';
import type { Tx } from '../../db/transaction.ts';

export async function updateReportedErrors(tx: Tx, applicationId: string, errors: ErrorMap): Promise<void> {
  await tx
    .updateTable('application')
    .set({ reported_errors: JSON.stringify(errors) })
    .where('id', '=', applicationId)
    .execute();
}
