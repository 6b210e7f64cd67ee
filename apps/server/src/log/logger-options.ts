import type { FastifyRequest } from 'fastify';
import { loggableError } from './loggable-error.ts';

/** The path alone: query strings hold tokens. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

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
