import { clientError } from '@firstyear/api-contract';
import { publicRoute } from '../../plugins/call.ts';
import type { Module } from '../module.ts';
import { loggableReport } from './report.ts';

/** POST /public/client-error: an error a browser met is logged, so that "has been logged" is true (AMB-158). */
export const clientErrorRoutes: Module = (deps) => async (app) => {
  publicRoute(app, deps, clientError, async ({ payload, request }) => {
    request.log.error({ clientError: loggableReport(payload) }, 'a browser reported an error');
    return {};
  });
};
