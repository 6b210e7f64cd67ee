import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { readAsServed } from '../releases/migrate-draft.ts';
import { changeApplication, lockForChange, readApplication } from '../row/service.ts';

interface TabDependencies {
  readonly db: Db;
  readonly clock: () => Date;
}

/** Tab id to chosen tab; only those that were chosen. */
export async function readTabs(deps: TabDependencies, own: OwnApplication): Promise<Readonly<Record<string, string>>> {
  const application = await readApplication(deps.db, own, deps.clock());
  return (await readAsServed(deps.db, () => ({}), application, own.served)).tabs;
}

/** Keeps a chosen tab. 400 for tabs the form does not have, 409 after the submission. */
export async function chooseTab(deps: TabDependencies, own: OwnApplication, group: string, tab: string): Promise<void> {
  if (!own.served.form.tabGroups.get(group)?.tabs.some((one) => one.id === tab)) throw new ApiError('bad_request');
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, own, now);
    if (application.tabs[group] === tab) return;
    await changeApplication(tx, application.id, { tabs: JSON.stringify({ ...application.tabs, [group]: tab }) }, now);
  });
}
