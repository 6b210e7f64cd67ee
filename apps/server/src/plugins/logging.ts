import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loggableError } from './errors.ts';

/** The path alone: query strings hold tokens. */
const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

/** Log lines name who asked for what and how it ended; never a body, a query, a header or a cookie. */
export function loggerOptions(level: string) {
  return {
    level,
    base: null,
    serializers: {
      err: loggableError,
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url), id: request.id }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    },
  };
}

/** One line for each call that was answered; files of the web app are not worth one. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? pathOf(request.url);
    if (!/^\/(api|public|service|lookup|files|uploads)(\/|$)/.test(path)) return;
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(line, 'answered');
  });
}
