import { AsyncLocalStorage } from 'node:async_hooks';
import { errorCode } from '@firstyear/processes/error-code';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import pg from 'pg';

/** A log for operators; createLog() makes those of the web server and the worker. */
export interface Log {
  error(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  warn(message: string): void;
}

/** A log that also reports successes. */
export interface WorkerLog extends Log {
  info(detail: object, message: string): void;
}

const requestIds = new AsyncLocalStorage<string>();

/** The id of the request that caused the current work, also in a job that it sent; undefined for other work. */
export function requestId(): string | undefined {
  return requestIds.getStore();
}

/** Runs `work` for a request: its log lines and the jobs that it sends carry the id. */
export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return id === undefined ? work() : requestIds.run(id, work);
}

/** An error as it is logged: where it happened, without data of a request or a row. */
interface LoggedError {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/** Without the messages of the database and of schemas, which quote values. */
export function loggableError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  const code = errorCode(error);
  if (error instanceof pg.DatabaseError) {
    // The message and detail of a database error quote values.
    const { table, column, constraint } = error;
    return { type: 'DatabaseError', message: '', stack, code, table, column, constraint };
  }
  if (error.name === 'ZodError') return { type: 'ZodError', message: '', stack };
  return { type: error.name, message: error.message, stack, code };
}

/** The path alone, as it was sent: query strings hold tokens. */
export const sentPathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** The path alone, as the router reads it: %6c is an l. */
export const pathOf = (url: string): string =>
  sentPathOf(url).replace(/%[2-7][\dA-F]/gi, (code) => {
    const letter = decodeURIComponent(code);
    return /[\w.~-]/.test(letter) ? letter : code;
  });

/** Loggers of one request, whose lines have its id already. */
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

/** Log lines have method, path and status; never a body, a query, a header or a cookie. */
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
      res: (response: { statusCode?: number }) => ({ status: response.statusCode }),
    },
  };
}
