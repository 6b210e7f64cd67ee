import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { readAsServed } from '../releases/migrate-draft.ts';
import { changeApplication, lockForChange, readApplication } from '../row/service.ts';

interface AddAnotherDependencies {
  readonly db: Db;
  readonly clock: () => Date;
}

/** Button id to number of components; only those that were pressed. */
export async function readComponents(
  deps: AddAnotherDependencies,
  own: OwnApplication,
): Promise<Readonly<Record<string, number>>> {
  const application = await readApplication(deps.db, own, deps.clock());
  return (await readAsServed(deps.db, () => ({}), application, own.served)).add_another;
}

/** Keeps a number of components. 400 outside 1 to the repeater's maximum, 409 after the submission. */
export async function setComponents(
  deps: AddAnotherDependencies,
  own: OwnApplication,
  button: string,
  count: number,
): Promise<void> {
  const repeater = own.served.form.repeaters.get(button);
  if (!repeater || count < 1 || count > repeater.maxNumberOfComponents) throw new ApiError('bad_request');
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, own, now);
    if (application.add_another[button] === count) return;
    const counts = JSON.stringify({ ...application.add_another, [button]: count });
    await changeApplication(tx, application.id, { add_another: counts }, now);
  });
}
