import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { loggableError } from './loggable-error.ts';
import { requestId } from './request-id.ts';

/** The path alone: query strings hold tokens. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Loggers of one request, whose lines have its id anyway. */
const requestLoggers = new WeakSet<object>();

/** Makes the logger of one request. */
export function requestLogger(
  logger: FastifyBaseLogger,
  bindings: { readonly [label: string]: unknown },
): FastifyBaseLogger {
  const child = logger.child(bindings);
  requestLoggers.add(child);
  return child;
}

/** Log lines name who asked for what and how it ended; never a body, a query, a header or a cookie. */
export function loggerOptions(level: string) {
  return {
    level,
    base: null,
    mixin: (_line: object, _level: number, logger: object) => {
      const request = requestId();
      return request === undefined || requestLoggers.has(logger) ? {} : { request };
    },
    serializers: {
      err: loggableError,
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url), id: request.id }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    },
  };
}
