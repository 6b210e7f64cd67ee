import { pagePaths } from '@firstyear/api-contract/addresses';
import type { WebStatus } from '@firstyear/api-contract/web-status';
import type { ErrorMap } from '@firstyear/form-engine';
import { type Draft, migrateDraft } from '@firstyear/form-engine/releases';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { readAsServed } from '../releases/migrate-draft.ts';
import {
  addStatus,
  changeApplication,
  findSubmission,
  hasStatus,
  lockApplication,
  lockForChange,
  readApplication,
  setLastPage,
  setReportedErrors,
} from '../row/service.ts';

interface ProgressDependencies {
  readonly db: Db;
  readonly clock: () => Date;
}

const readDraft = async (deps: ProgressDependencies, own: OwnApplication) =>
  readAsServed(deps.db, () => ({}), await readApplication(deps.db, own, deps.clock()), own.served);

/** Tab id to chosen tab; only those that were chosen. */
export async function readTabs(
  deps: ProgressDependencies,
  own: OwnApplication,
): Promise<Readonly<Record<string, string>>> {
  return (await readDraft(deps, own)).tabs;
}

/** Button id to number of components; only those that were pressed. */
export async function readComponents(
  deps: ProgressDependencies,
  own: OwnApplication,
): Promise<Readonly<Record<string, number>>> {
  return (await readDraft(deps, own)).add_another;
}

/** Keeps one entry of what the applicant has unfolded. 409 after the submission. */
async function setEntry(
  deps: ProgressDependencies,
  own: OwnApplication,
  column: 'tabs' | 'add_another',
  key: string,
  value: string | number,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const application = await lockForChange(tx, own, now);
    if (application[column][key] === value) return;
    const entries = JSON.stringify({ ...application[column], [key]: value });
    await changeApplication(tx, application.id, { [column]: entries }, now);
  });
}

/** What a page of an earlier form calls tabs, blocks and pages, as the form that serves calls them. */
const asNamedNow = ({ served: { form } }: OwnApplication, named: Partial<Draft>): Draft =>
  migrateDraft({ answers: {}, versions: {}, tabs: {}, addAnother: {}, page: '', ...named }, [], [], form).draft;

/** Keeps a chosen tab. 400 for tabs the form does not have, 409 after the submission. */
export async function chooseTab(
  deps: ProgressDependencies,
  own: OwnApplication,
  group: string,
  tab: string,
): Promise<void> {
  const isKnown = ([id, chosen]: readonly [string, string]) =>
    own.served.form.tabGroups.get(id)?.tabs.some((one) => one.id === chosen) ?? false;
  const [named] = isKnown([group, tab])
    ? [[group, tab] as const]
    : Object.entries(asNamedNow(own, { tabs: { [group]: tab } }).tabs);
  if (!named || !isKnown(named)) throw new ApiError('bad_request');
  await setEntry(deps, own, 'tabs', named[0], named[1]);
}

/** Keeps a number of components. 400 outside 1 to the repeater's maximum, 409 after the submission. */
export async function setComponents(
  deps: ProgressDependencies,
  own: OwnApplication,
  button: string,
  count: number,
): Promise<void> {
  const { repeaters } = own.served.form;
  const [id = button] = repeaters.has(button)
    ? []
    : Object.keys(asNamedNow(own, { addAnother: { [button]: 1 } }).addAnother);
  const repeater = repeaters.get(id);
  if (!repeater || count < 1 || count > repeater.maxNumberOfComponents) throw new ApiError('bad_request');
  await setEntry(deps, own, 'add_another', id, count);
}

/**
 * Keeps the errors the browser shows, latest only (AMB-081). They are for the office to see and never decide
 * anything. Reports that arrive after the submission, or name no question, are dropped.
 */
export async function reportErrors(deps: ProgressDependencies, own: OwnApplication, errors: ErrorMap): Promise<void> {
  const known = Object.entries(errors)
    .filter(([key, messages]) => own.served.form.byKey.has(key) && messages.length > 0)
    .map(([key, messages]) => [key, [...new Set(messages)]] as const);
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, own, deps.clock());
    if (await findSubmission(tx, application.id)) return;
    await setReportedErrors(tx, application.id, Object.fromEntries(known));
  });
}

/** Remembers the form page the applicant was on; raises bad_request for anything but a page of the form. */
export async function keepLastPage(deps: ProgressDependencies, own: OwnApplication, path: string): Promise<void> {
  const isPage = (one: string) => pagePaths(own.served.form).some((page) => page === one);
  const named = isPage(path) ? path : `/${asNamedNow(own, { page: path.slice(1) }).page}`;
  if (!isPage(named)) throw new ApiError('bad_request');
  const { id } = await readApplication(deps.db, own, deps.clock());
  await setLastPage(deps.db, id, named);
}

/**
 * Adds a status to the list. One that is there already is fine. The list grows in order and is never shortened:
 * validating needs started, and submitted comes from submitting alone (AMB-074, AMB-079); else 409.
 */
export async function postStatus(deps: ProgressDependencies, own: OwnApplication, status: WebStatus): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, own, deps.clock());
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
    await addStatus(tx, application.id, status, deps.clock());
  });
}
