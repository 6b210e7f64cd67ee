import { lastPage, profile } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import { chosenLanguage } from '../../../plugins/reader-language.ts';
import { rememberLanguage } from '../../accounts/account/service.ts';
import type { Module } from '../../module.ts';
import { keepLastPage, readProfile } from './service.ts';

/** GET /api/profile and PUT /api/last-page. */
export const profileRoutes: Module = (deps) => async (app) => {
  route(app, deps, profile, async ({ applicant, request }) => {
    const chosen = chosenLanguage(request);
    if (chosen) await rememberLanguage(deps.db, applicant.accountId, chosen);
    return readProfile(deps, applicant);
  });
  route(app, deps, lastPage, async ({ applicant, payload }) => {
    await keepLastPage(deps, applicant, payload.last_page);
    return {};
  });
};
