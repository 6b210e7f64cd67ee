import { isDeepStrictEqual } from 'node:util';
import { pagePaths } from '@firstyear/api-contract/addresses';
import type { WebStatus } from '@firstyear/api-contract/web-status';
import type { ErrorMap, Form } from '@firstyear/form-engine';
import { type Draft, migrateDraft } from '@firstyear/form-engine/releases';
import { inTransaction } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { AnswerService } from '../answers/service.ts';
import { readAsServed } from '../releases/migrate-draft.ts';
import { newestForm } from '../releases/page-release.ts';
import {
  changeApplication,
  lockApplication,
  lockForChange,
  noteOnApplication,
  readApplication,
  setReportedErrors,
} from '../row/application.ts';
import { addStatus, findSubmission, hasStatus } from '../row/submission.ts';

type ProgressDependencies = Pick<AppDependencies, 'db' | 'clock'> & {
  readonly answers: Pick<AnswerService, 'drafts'>;
};

/** Chosen tabs by the id of their group, and numbers of components by the id of their button, for the buttons that were pressed. */
export const readTabsAndComponents = async (deps: ProgressDependencies, applicant: OwnApplication) =>
  readAsServed(deps.db, () => ({}), await readApplication(deps.db, applicant, deps.clock()), applicant.served);

/** Chosen tabs and numbers of components, by the names in one form. */
type TabsAndComponents = Partial<Pick<Draft, 'tabs' | 'addAnother'>>;

const hasAll = ({ tabGroups, repeaters }: Form, { tabs = {}, addAnother = {} }: TabsAndComponents): boolean =>
  Object.entries(tabs).every(([group, tab]) => tabGroups.get(group)?.tabs.some(({ id }) => id === tab) ?? false) &&
  Object.entries(addAnother).every(
    ([id, count]) => count >= 1 && count <= (repeaters.get(id)?.maxNumberOfComponents ?? 0),
  );

/** Renames the tabs, blocks and page of an older form to those of the serving form. */
const toServed = ({ served }: OwnApplication, part: Partial<Draft>): Draft => {
  const draft = { answers: {}, versions: {}, tabs: {}, addAnother: {}, page: '', ...part };
  return migrateDraft(draft, [], [], served.form).draft;
};

/**
 * Saves chosen tabs or numbers of components under the names of the serving form, and under the page's own names for pages of its
 * release. 400 for names or numbers that neither this nor the newest release has, 409 after the submission.
 */
export async function saveTabsAndComponents(
  deps: ProgressDependencies,
  applicant: OwnApplication,
  given: TabsAndComponents,
): Promise<void> {
  const { db, answers } = deps;
  const { form } = applicant.served;
  const renamed: TabsAndComponents = hasAll(form, given) ? given : toServed(applicant, given);
  if (!hasAll(form, renamed)) {
    const newest = await newestForm(db, applicant.served);
    if (!newest || !hasAll(newest, given)) throw new ApiError('bad_request');
  }
  await inTransaction(db, async (tx) => {
    const now = deps.clock();
    let application = await lockForChange(tx, applicant, now);
    if (await answers.drafts.migrate(tx, application, applicant.served))
      application = await lockForChange(tx, applicant, now);
    const { tabs, add_another } = application;
    const counts = Object.entries({ ...given.addAnother, ...renamed.addAnother });
    // Nothing removes components: a lower count comes from a page that hasn't seen the newest ones.
    const added = counts.map(([id, count]) => [id, Math.max(count, add_another[id] ?? 1)] as const);
    const all = {
      tabs: { ...tabs, ...given.tabs, ...renamed.tabs },
      add_another: { ...add_another, ...Object.fromEntries(added) },
    };
    if (isDeepStrictEqual(all, { tabs, add_another })) return;
    const changed = { tabs: JSON.stringify(all.tabs), add_another: JSON.stringify(all.add_another) };
    await changeApplication(tx, application.id, changed, now);
  });
}

/**
 * Saves the latest errors that the browser shows (AMB-081), for the office to see; they decide nothing. Ignores reports after the
 * submission, and errors of unknown questions.
 */
export async function reportErrors(
  deps: ProgressDependencies,
  applicant: OwnApplication,
  errors: ErrorMap,
): Promise<void> {
  const known = Object.entries(errors)
    .filter(([key, messages]) => applicant.served.form.byKey.has(key) && messages.length > 0)
    .map(([key, messages]) => [key, [...new Set(messages)]] as const);
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, applicant, deps.clock());
    if (await findSubmission(tx, application.id)) return;
    await setReportedErrors(tx, application.id, Object.fromEntries(known));
  });
}

/** Saves the page that the applicant is on, of this or of the newest release; 400 for any other. */
export async function keepLastPage(deps: ProgressDependencies, applicant: OwnApplication, path: string): Promise<void> {
  const { db, clock } = deps;
  const isPageOf = (form: Form, address: string) => pagePaths(form).some((page) => page === address);
  const { form } = applicant.served;
  const last_page = isPageOf(form, path) ? path : `/${toServed(applicant, { page: path.slice(1) }).page}`;
  if (!isPageOf(form, last_page)) {
    const newest = await newestForm(db, applicant.served);
    if (!newest || !isPageOf(newest, path)) throw new ApiError('bad_request');
  }
  const { id } = await readApplication(db, applicant, clock());
  await noteOnApplication(db, id, { last_page });
}

/**
 * Adds a status, unless the application has it. Validating needs started, and only submitting adds submitted (AMB-074, AMB-079);
 * else 409.
 */
export async function postStatus(
  deps: ProgressDependencies,
  applicant: OwnApplication,
  status: WebStatus,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, applicant, deps.clock());
    if (await hasStatus(tx, application.id, status)) return;
    const isNext =
      status === 'started' || (status === 'validating' && (await hasStatus(tx, application.id, 'started')));
    if (!isNext) throw new ApiError('status_order');
    await addStatus(tx, application.id, status, deps.clock());
  });
}
