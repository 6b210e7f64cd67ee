import { clientError } from '@firstyear/api-contract';
import type { Module } from '../../app.ts';
import { publicRoute } from '../../plugins/call.ts';

/** POST /public/client-error: an error a browser met is logged, so that "has been logged" is true (readings AMB-158). */
export const clientErrorRoutes: Module = (deps) => async (app) => {
  publicRoute(app, deps, clientError, async ({ payload, request }) => {
    const [route] = payload.route.split(/[?#]/, 1);
    request.log.error({ clientError: { name: payload.name, route, stack: payload.stack } }, 'a browser met an error');
    return {};
  });
};
