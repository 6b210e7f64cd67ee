import { temporaryApplication } from '@firstyear/api-contract';
import { publicRoute } from '../../plugins/call.ts';
import type { Module } from '../module.ts';
import { openTemporaryApplication } from './service.ts';

/** GET /public/tmp. */
export const temporaryApplicationRoutes: Module = (deps) => async (app) => {
  publicRoute(app, deps, temporaryApplication, ({ query }) => openTemporaryApplication(deps, query.token));
};
