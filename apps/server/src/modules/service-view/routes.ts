import { serviceApplication } from '@firstyear/api-contract';
import { publicRoute } from '../../plugins/call.ts';
import { answerService } from '../answers/service.ts';
import type { Module } from '../module.ts';
import { openServiceView } from './service.ts';

/** GET /service/tmp-pdf. */
export const serviceViewRoutes: Module = (deps) => async (app) => {
  const answers = answerService(deps);
  publicRoute(app, deps, serviceApplication, ({ query }) => openServiceView(deps, answers, query.service_token));
};
