import { getTabs, putTabs } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { chooseTab, readTabs } from './service.ts';

/** GET and PUT /api/tabs. */
export const tabRoutes: Module = (deps) => async (app) => {
  route(app, deps, getTabs, ({ applicant }) => readTabs(deps, applicant));
  route(app, deps, putTabs, async ({ applicant, payload }) => {
    await chooseTab(deps, applicant, payload.tab_id, payload.chosen_tab);
    return {};
  });
};
