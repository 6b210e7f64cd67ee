import { HEALTH_PATH, isServerPath, PROBE_PATHS } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../log/logger-options.ts';

/** Asked every few seconds. */
const QUIET: ReadonlySet<string> = new Set([HEALTH_PATH, PROBE_PATHS.live, PROBE_PATHS.ready]);

/** One line for each call that was answered; files of the web app are not worth one. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? pathOf(request.url);
    if (!isServerPath(path) || QUIET.has(path)) return;
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(line, 'answered');
  });
}
