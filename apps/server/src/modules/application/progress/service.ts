import { isDeepStrictEqual } from 'node:util';
import { pagePaths } from '@firstyear/api-contract/addresses';
import type { WebStatus } from '@firstyear/api-contract/web-status';
import type { ErrorMap, Form } from '@firstyear/form-engine';
import { type Draft, type Migration, migrateDraft } from '@firstyear/form-engine/releases';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { AnswerService } from '../answers/service.ts';
import { readAsServed } from '../releases/migrate-draft.ts';
import { newestForm } from '../releases/page-release.ts';
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
  readonly answers: Pick<AnswerService, 'drafts'>;
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

/** What the applicant has unfolded, by the names that one form has for it. */
type Unfolded = Partial<Pick<Draft, 'tabs' | 'addAnother'>>;

const knows = ({ tabGroups, repeaters }: Form, { tabs = {}, addAnother = {} }: Unfolded): boolean =>
  Object.entries(tabs).every(([group, tab]) => tabGroups.get(group)?.tabs.some(({ id }) => id === tab) ?? false) &&
  Object.entries(addAnother).every(([id, count]) => count <= (repeaters.get(id)?.maxNumberOfComponents ?? 0));

/** What a page of another form calls tabs, blocks and pages, as the form that serves calls them. */
const asNamedNow = (
  { served: { form } }: OwnApplication,
  named: Partial<Draft>,
  migrations: readonly Migration[] = [],
): Draft =>
  migrateDraft({ answers: {}, versions: {}, tabs: {}, addAnother: {}, page: '', ...named }, [], migrations, form).draft;

/**
 * Keeps what the applicant has unfolded. A page of another release is told later what it has said, by its own names. What only the
 * newest release has is kept for it. 400 for what no form has, 409 after the submission.
 */
async function unfold(deps: ProgressDependencies, own: OwnApplication, given: Unfolded): Promise<void> {
  const { db, answers } = deps;
  const { form } = own.served;
  let named = knows(form, given) ? given : asNamedNow(own, given);
  if (!knows(form, named)) {
    const newest = await newestForm(db, own.served);
    if (!newest || !knows(newest, given)) throw new ApiError('bad_request');
    named = asNamedNow(own, given, newest.migrations);
  }
  await inTransaction(db, async (tx) => {
    const now = deps.clock();
    let application = await lockForChange(tx, own, now);
    if (await answers.drafts.migrate(tx, application, own.served)) application = await lockForChange(tx, own, now);
    const { tabs, add_another } = application;
    const all = {
      tabs: { ...tabs, ...given.tabs, ...named.tabs },
      add_another: { ...add_another, ...given.addAnother, ...named.addAnother },
    };
    if (isDeepStrictEqual(all, { tabs, add_another })) return;
    const changed = { tabs: JSON.stringify(all.tabs), add_another: JSON.stringify(all.add_another) };
    await changeApplication(tx, application.id, changed, now);
  });
}

/** Keeps a chosen tab: see unfold(). */
export const chooseTab = (deps: ProgressDependencies, own: OwnApplication, group: string, tab: string): Promise<void> =>
  unfold(deps, own, { tabs: { [group]: tab } });

/** Keeps a number of components, which is 1 or more: see unfold(). */
export async function setComponents(
  deps: ProgressDependencies,
  own: OwnApplication,
  button: string,
  count: number,
): Promise<void> {
  if (count < 1) throw new ApiError('bad_request');
  await unfold(deps, own, { addAnother: { [button]: count } });
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

/** Saves the page the applicant is on. A page of the newest release counts, even while this server runs an older one; 400 for any other. */
export async function keepLastPage(deps: ProgressDependencies, own: OwnApplication, path: string): Promise<void> {
  const { db, clock } = deps;
  const isPageOf = (form: Form, address: string) => pagePaths(form).some((page) => page === address);
  const asPathNow = (migrations?: readonly Migration[]) =>
    `/${asNamedNow(own, { page: path.slice(1) }, migrations).page}`;
  let named = isPageOf(own.served.form, path) ? path : asPathNow();
  if (!isPageOf(own.served.form, named)) {
    const newest = await newestForm(db, own.served);
    if (!newest || !isPageOf(newest, path)) throw new ApiError('bad_request');
    named = asPathNow(newest.migrations);
  }
  const { id } = await readApplication(db, own, clock());
  await setLastPage(db, id, named);
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
