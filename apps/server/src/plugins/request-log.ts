import { HEALTH_PATH, isServerPath } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../log/logger-options.ts';

/** One line for each call that was answered; files of the web app are not worth one. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? pathOf(request.url);
    if (!isServerPath(path) || path === HEALTH_PATH) return;
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(line, 'answered');
  });
}
