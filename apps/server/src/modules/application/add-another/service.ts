import type { Form } from '@firstyear/form-engine';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { changeApplication, lockForChange, readApplication } from '../row/service.ts';

interface AddAnotherDependencies {
  readonly db: Db;
  readonly form: Form;
  readonly clock: () => Date;
}

/** Button id to number of components; only those that were pressed. */
export async function readComponents(
  deps: AddAnotherDependencies,
  accountId: string,
): Promise<Readonly<Record<string, number>>> {
  return (await readApplication(deps.db, accountId)).add_another;
}

/** Keeps a number of components. 400 outside 1 to the repeater's maximum, 409 after the submission. */
export async function setComponents(
  deps: AddAnotherDependencies,
  accountId: string,
  button: string,
  count: number,
): Promise<void> {
  const repeater = deps.form.repeaters.get(button);
  if (!repeater || count < 1 || count > repeater.maxNumberOfComponents) throw new ApiError('bad_request');
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, accountId, now);
    if (application.add_another[button] === count) return;
    const counts = JSON.stringify({ ...application.add_another, [button]: count });
    await changeApplication(tx, application.id, { add_another: counts }, now);
  });
}
