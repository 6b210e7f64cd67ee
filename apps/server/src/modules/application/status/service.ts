import type { WebStatus } from '@firstyear/api-contract';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { lockApplication } from '../row/service.ts';
import { insertStatus, selectStatuses } from './repository.ts';

export {
  deleteStatus as removeStatus,
  insertStatus as addStatus,
  selectStatuses as listStatuses,
  sortStatuses,
  statusesQuery,
} from './repository.ts';

export async function hasStatus(tx: Tx, applicationId: string, status: WebStatus): Promise<boolean> {
  return (await selectStatuses(tx, applicationId)).some((row) => row.web_status === status);
}

/**
 * Adds a status to the list. One that is there already is fine. The list grows in order and is never shortened:
 * validating needs started, and submitted comes from submitting alone (AMB-074, AMB-079); else 409.
 */
export async function postStatus(db: Db, own: OwnApplication, status: WebStatus, clock: () => Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const application = await lockApplication(tx, own, clock());
    if (await hasStatus(tx, application.id, status)) return;
    switch (status) {
      case 'started':
        break;
      case 'validating':
        if (!(await hasStatus(tx, application.id, 'started'))) throw new ApiError('status_order');
        break;
      case 'submitted':
        throw new ApiError('status_order');
    }
    await insertStatus(tx, application.id, status, clock());
  });
}
