import { clientError as clientErrorCall } from '@firstyear/api-contract';
import type { Module } from '../../app.ts';
import { publicRoute } from '../../plugins/call.ts';

/** Addresses can carry tokens behind their question mark. */
const withoutQuery = (text: string) => text.replace(/[?#][^\s:)]*/g, '');

/** POST /public/client-error: an error a browser met is logged, so that "has been logged" is true (readings AMB-158). */
export const clientErrorRoutes: Module = (deps) => async (app) => {
  publicRoute(app, deps, clientErrorCall, async ({ payload, request }) => {
    const { name, route, stack } = payload;
    const clientError = { name, route: withoutQuery(route), stack: stack.map(withoutQuery) };
    request.log.error({ clientError }, 'a browser met an error');
    return {};
  });
};
