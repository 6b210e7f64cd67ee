import { type ANSWERED, textOf } from '@firstyear/application-form';
import type { Tx } from '../../db/transaction.ts';
import { type ApplicationRow, changeApplication, findSubmission } from '../application/service.ts';

/**
 * Sets a document's answer: ANSWERED once it is converted, otherwise ''. Only here; a client's value never counts. After
 * the submission nothing changes.
 */
export async function setDocumentAnswer(
  tx: Tx,
  application: ApplicationRow,
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
