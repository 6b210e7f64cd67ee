import { serviceApplication } from '@firstyear/api-contract';
import { publicRoute } from '../../plugins/call.ts';
import type { Module } from '../module.ts';
import { openServiceView } from './service.ts';

/** GET /service/tmp-pdf. */
export const serviceViewRoutes: Module = (deps) => async (app) => {
  publicRoute(app, deps, serviceApplication, ({ query }) => openServiceView(deps, query.service_token));
};
