import { temporaryApplication } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { openTemporaryApplication } from './service.ts';

/** GET /public/tmp. */
export const temporaryApplicationRoutes: Module = (deps) => async (app) => {
  route(app, deps, temporaryApplication, ({ query }) => openTemporaryApplication(deps, query.token));
};
