import type { PayloadOf } from '@firstyear/api-contract/call';
import { clientError } from '@firstyear/api-contract/client-errors';
import { CALL_LIMITS, limitOf } from '../../../config/limits.ts';
import { route } from '../../../plugins/call.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import type { Module } from '../../module.ts';

type Report = PayloadOf<typeof clientError>;

/** Removes queries and hashes, which may contain tokens, but not the position in a script after a colon. */
const withoutQuery = (text: string) => text.replace(/[?#][^\s:)]*/g, '');

export const loggableReport = ({ name, route, stack }: Report): Report => ({
  name,
  route: withoutQuery(route),
  stack: stack.map(withoutQuery),
});

/** Logs a browser's error (AMB-158). */
export const clientErrorRoutes: Module = (deps) => async (app) => {
  const limits = deps.callLimits ?? CALL_LIMITS;
  route(app, deps, clientError, async ({ payload, request }) => {
    await deps.limitCalls(`reports ${networkOf(request.ip)}`, limitOf('reports', limits));
    await deps.limitCalls('all reports', limitOf('allReports', limits));
    request.log.error({ clientError: loggableReport(payload) }, 'a browser reported an error');
    return {};
  });
};
