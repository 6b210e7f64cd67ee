import { helperOther } from '@firstyear/api-contract/ask-helper';
import { helpDecline, helpLook, helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import { helperAgain, helperState } from '@firstyear/api-contract/school-helper';
import { route } from '../../../plugins/call.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import type { Module } from '../../module.ts';
import { allowHelp, decline, look, takeHelp } from './help-page.ts';
import { askAgain, askOther, readHelper } from './service.ts';

/** The helper whom an applicant asks, and the page that the helper gets. */
export const helperRoutes: Module = (deps) => async (app) => {
  route(app, deps, helperState, ({ applicant }) => readHelper(deps, applicant));
  route(app, deps, helperAgain, ({ applicant }) => askAgain(deps, applicant));
  route(app, deps, helperOther, ({ applicant, payload }) => askOther(deps, applicant, payload));

  route(app, deps, helpLook, ({ payload, request }) => look(deps, payload, request.language));
  route(app, deps, helpUpload, ({ payload, request }) => allowHelp(deps, payload, networkOf(request.ip)));
  route(app, deps, helpPaper, ({ payload, request }) => takeHelp(deps, payload, networkOf(request.ip)));
  route(app, deps, helpDecline, ({ payload, request }) => decline(deps, payload, networkOf(request.ip)));
};
