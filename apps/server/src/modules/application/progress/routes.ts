import {
  getAddAnother,
  getTabs,
  lastPage,
  profile,
  putAddAnother,
  putTabs,
  seeChanges,
  setAside,
  validations,
  webStatus,
} from '@firstyear/api-contract/application';
import { route } from '../../../plugins/call.ts';
import { chosenLanguage } from '../../../plugins/reader-language.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { rememberLanguage } from '../../accounts/account/service.ts';
import type { Module } from '../../module.ts';
import type { AnswerService } from '../answers/service.ts';
import { noteOnApplication, readApplication } from '../row/application.ts';
import { readProfile } from './profile.ts';
import { keepLastPage, postStatus, readTabsAndComponents, reportErrors, saveTabsAndComponents } from './service.ts';

/** How long an applicant sees the answers that a change of the form removed. */
const SHOWN_FOR_MS = 30 * DAY_MS;

/** The profile, changes of the form, and the applicant's progress: last page, status, tabs, components, errors. */
export const progressRoutes: Module<{ readonly answers: AnswerService }> = (deps) => async (app) => {
  route(app, deps, profile, async ({ applicant, request }) => {
    const chosen = chosenLanguage(request);
    if (chosen) await rememberLanguage(deps.db, applicant.accountId, chosen);
    return readProfile(deps, applicant, request.language);
  });
  route(app, deps, lastPage, ({ applicant, payload }) => keepLastPage(deps, applicant, payload.last_page));
  route(app, deps, webStatus, ({ applicant, payload }) => postStatus(deps, applicant, payload.web_status));
  route(app, deps, validations, ({ applicant, payload }) => reportErrors(deps, applicant, payload));
  route(app, deps, getTabs, async ({ applicant }) => (await readTabsAndComponents(deps, applicant)).tabs);
  route(app, deps, putTabs, ({ applicant, payload: { tab_id, chosen_tab } }) =>
    saveTabsAndComponents(deps, applicant, { tabs: { [tab_id]: chosen_tab } }),
  );
  route(app, deps, getAddAnother, async ({ applicant }) => (await readTabsAndComponents(deps, applicant)).add_another);
  route(app, deps, putAddAnother, ({ applicant, payload: { button_id, num_components } }) =>
    saveTabsAndComponents(deps, applicant, { addAnother: { [button_id]: num_components } }),
  );
  route(app, deps, setAside, async ({ applicant }) => {
    const { db, clock, answers } = deps;
    const application = await readApplication(db, applicant, clock());
    const since = new Date(clock().getTime() - SHOWN_FOR_MS);
    return { answers: [...(await answers.drafts.listRemoved(db, application, applicant.served, since))] };
  });
  route(app, deps, seeChanges, async ({ applicant }) => {
    const { id } = await readApplication(deps.db, applicant, deps.clock());
    await noteOnApplication(deps.db, id, { told_release_id: applicant.served.releaseId });
  });
};
