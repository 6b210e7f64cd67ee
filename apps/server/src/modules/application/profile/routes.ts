import { lastPage, profile } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { keepLastPage, readProfile } from './service.ts';

/** GET /api/profile and PUT /api/last-page. */
export const profileRoutes: Module = (deps) => async (app) => {
  route(app, deps, profile, ({ session }) => readProfile(deps.db, deps.answers, session));
  route(app, deps, lastPage, async ({ session, payload }) => {
    await keepLastPage(deps.db, deps.form, session.accountId, payload.last_page);
    return {};
  });
};
