import { type ANSWERED, textOf } from '@firstyear/form-engine';
import type { Tx } from '../../../db/transaction.ts';
import { changeApplication, findSubmission, type ShownApplication } from '../../application/row/service.ts';

/**
 * Sets a document's answer: ANSWERED once it is converted, otherwise ''. Only here; a client's value never counts. After
 * the submission nothing changes.
 */
export async function setDocumentAnswer(
  tx: Tx,
  application: ShownApplication,
  key: string,
  value: typeof ANSWERED | '',
  now: Date,
): Promise<void> {
  if (textOf(application.answers, key) === value || (await findSubmission(tx, application.id))) return;
  await changeApplication(
    tx,
    application.id,
    { answers: JSON.stringify({ ...application.answers, [key]: value }) },
    now,
  );
}
