import { webStatus } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { postStatus } from './service.ts';

/** POST /api/web-status. */
export const statusRoutes: Module = (deps) => async (app) => {
  route(app, deps, webStatus, async ({ applicant, payload }) => {
    await postStatus(deps.db, applicant, payload.web_status, deps.clock);
    return {};
  });
};
