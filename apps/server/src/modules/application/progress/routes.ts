import {
  getAddAnother,
  getTabs,
  lastPage,
  profile,
  putAddAnother,
  putTabs,
  validations,
  webStatus,
} from '@firstyear/api-contract/application';
import { route } from '../../../plugins/call.ts';
import { chosenLanguage } from '../../../plugins/reader-language.ts';
import { rememberLanguage } from '../../accounts/account/service.ts';
import type { Module } from '../../module.ts';
import { readProfile } from './profile.ts';
import {
  chooseTab,
  keepLastPage,
  postStatus,
  readComponents,
  readTabs,
  reportErrors,
  setComponents,
} from './service.ts';

/** The profile, and how far the applicant is besides the answers: last page, status, tabs, components, errors shown. */
export const progressRoutes: Module = (deps) => async (app) => {
  route(app, deps, profile, async ({ applicant, request }) => {
    const chosen = chosenLanguage(request);
    if (chosen) await rememberLanguage(deps.db, applicant.accountId, chosen);
    return readProfile(deps, applicant, request.language);
  });
  route(app, deps, lastPage, async ({ applicant, payload }) => {
    await keepLastPage(deps, applicant, payload.last_page);
    return {};
  });
  route(app, deps, webStatus, async ({ applicant, payload }) => {
    await postStatus(deps, applicant, payload.web_status);
    return {};
  });
  route(app, deps, validations, async ({ applicant, payload }) => {
    await reportErrors(deps, applicant, payload);
    return {};
  });
  route(app, deps, getTabs, ({ applicant }) => readTabs(deps, applicant));
  route(app, deps, putTabs, async ({ applicant, payload }) => {
    await chooseTab(deps, applicant, payload.tab_id, payload.chosen_tab);
    return {};
  });
  route(app, deps, getAddAnother, ({ applicant }) => readComponents(deps, applicant));
  route(app, deps, putAddAnother, async ({ applicant, payload }) => {
    await setComponents(deps, applicant, payload.button_id, payload.num_components);
    return {};
  });
};
