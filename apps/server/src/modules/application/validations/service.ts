import type { ErrorMap } from '@firstyear/form-engine';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { findSubmission, lockApplication, setReportedErrors } from '../row/service.ts';

interface ValidationDependencies {
  readonly db: Db;
  readonly clock: () => Date;
}

/**
 * Keeps the errors the browser shows, latest only (AMB-081). They are for the office to see and never decide
 * anything. Reports that arrive after the submission, or name no question, are dropped.
 */
export async function reportErrors(deps: ValidationDependencies, own: OwnApplication, errors: ErrorMap): Promise<void> {
  const known = Object.entries(errors)
    .filter(([key, messages]) => own.served.form.byKey.has(key) && messages.length > 0)
    .map(([key, messages]) => [key, [...new Set(messages)]] as const);
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, own, deps.clock());
    if (await findSubmission(tx, application.id)) return;
    await setReportedErrors(tx, application.id, Object.fromEntries(known));
  });
}
