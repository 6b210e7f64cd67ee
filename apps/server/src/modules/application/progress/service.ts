import { isDeepStrictEqual } from 'node:util';
import { pagePaths } from '@firstyear/api-contract/addresses';
import type { WebStatus } from '@firstyear/api-contract/web-status';
import type { ErrorMap, Form } from '@firstyear/form-engine';
import { type Draft, type Migration, migrateDraft } from '@firstyear/form-engine/releases';
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

const readDraft = async (deps: ProgressDependencies, own: OwnApplication) =>
  readAsServed(deps.db, () => ({}), await readApplication(deps.db, own, deps.clock()), own.served);

/** Tab id to chosen tab; only tabs that were chosen. */
export const readTabs = async (deps: ProgressDependencies, own: OwnApplication) => (await readDraft(deps, own)).tabs;

/** Button id to number of components; only buttons that were pressed. */
export const readComponents = async (deps: ProgressDependencies, own: OwnApplication) =>
  (await readDraft(deps, own)).add_another;

/** Chosen tabs and numbers of components, by the names in one form. */
type Unfolded = Partial<Pick<Draft, 'tabs' | 'addAnother'>>;

const knows = ({ tabGroups, repeaters }: Form, { tabs = {}, addAnother = {} }: Unfolded): boolean =>
  Object.entries(tabs).every(([group, tab]) => tabGroups.get(group)?.tabs.some(({ id }) => id === tab) ?? false) &&
  Object.entries(addAnother).every(([id, count]) => count <= (repeaters.get(id)?.maxNumberOfComponents ?? 0));

/** Renames the tabs, blocks and page of another form to those of the serving form. */
const asNamedNow = ({ served }: OwnApplication, part: Partial<Draft>, migrations: readonly Migration[] = []): Draft => {
  const draft = { answers: {}, versions: {}, tabs: {}, addAnother: {}, page: '', ...part };
  return migrateDraft(draft, [], migrations, served.form).draft;
};

/**
 * Keeps chosen tabs or numbers of components under the names of the serving form, and under the page's own names, which a page of
 * another release reads again. 400 for names that neither this nor the newest release has, 409 after the submission.
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

export const chooseTab = (deps: ProgressDependencies, own: OwnApplication, group: string, tab: string) =>
  unfold(deps, own, { tabs: { [group]: tab } });

/** 400 for less than one component. */
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
 * Keeps the latest errors that the browser shows (AMB-081), for the office to see; they decide nothing. Drops reports after the
 * submission, and errors of unknown questions.
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

/** Saves the page that the applicant is on, of this or of the newest release; 400 for any other. */
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
  await noteOnApplication(db, id, { last_page: named });
}

/**
 * Adds a status, unless the application has it. Validating needs started, and only submitting adds submitted (AMB-074, AMB-079);
 * else 409.
 */
export async function postStatus(deps: ProgressDependencies, own: OwnApplication, status: WebStatus): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, own, deps.clock());
    if (await hasStatus(tx, application.id, status)) return;
    const isNext =
      status === 'started' || (status === 'validating' && (await hasStatus(tx, application.id, 'started')));
    if (!isNext) throw new ApiError('status_order');
    await addStatus(tx, application.id, status, deps.clock());
  });
}
