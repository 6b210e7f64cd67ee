import { isServerPath } from '@firstyear/api-contract/addresses';
import { API_ERRORS, type ApiErrorCode } from '@firstyear/api-contract/errors';
import { errorCode } from '@firstyear/processes/error-code';
import { ENGLISH, type Language } from '@firstyear/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoResponseError } from '../db/change-gate.ts';
import { type Log, loggableError, pathOf } from '../log/log.ts';
import { NETWORK_CODES } from '../process/failure.ts';
import { type ErrorMessage, sayError } from './error-words.ts';
import { passOver } from './unread-body.ts';

/** A response that is an error. Its code decides the status, and the sentence unless `words` has another one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly words: ErrorMessage | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ApiErrorCode,
    options: {
      readonly words?: ErrorMessage;
      readonly headers?: Readonly<Record<string, string>>;
      /** What went wrong, for the log alone. */
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.status = API_ERRORS[code];
    this.words = options.words;
    this.headers = options.headers ?? {};
  }
}

const TRY_SOON = { 'retry-after': '2' };

/** Too busy: the applicant retries in a moment, or after so many seconds, which the words say. */
export function overloaded(cause?: unknown, seconds?: number): ApiError {
  if (seconds === undefined) return new ApiError('overloaded', { headers: TRY_SOON, cause });
  const words = { id: 'overloaded_for', values: { seconds } } as const;
  return new ApiError('overloaded', { words, headers: { 'retry-after': String(seconds) }, cause });
}

/** Marks of errors: codes of Node or SQLSTATE, classes of SQLSTATE, and messages of the driver's errors without a code. */
interface ErrorMarks {
  readonly codes: ReadonlySet<string>;
  readonly classes: readonly string[];
  readonly messages: readonly string[];
}

const LOST_MESSAGES = ['Connection terminated', 'Client has encountered a connection error'];

/** There is no database at the other end: shutting down, starting, or a standby that is not promoted yet. */
const UNREACHABLE: ErrorMarks = {
  codes: new Set([...NETWORK_CODES, '57P01', '57P02', '57P03', '25006']),
  classes: ['08'],
  messages: LOST_MESSAGES,
};

/** Also busy: resources short, operator intervention, deadlock, serialization, lock or idle timeout, a read-only server. */
const GONE: ErrorMarks = {
  codes: new Set([...NETWORK_CODES, '40P01', '40001', '25P03', '55P03', '25006']),
  classes: ['08', '53', '57', '58'],
  messages: [...LOST_MESSAGES, 'timeout exceeded when trying to connect', 'Query read timeout'],
};

function hasMark(error: unknown, marks: ErrorMarks): boolean {
  if (error instanceof AggregateError) return error.errors.some((inner) => hasMark(inner, marks));
  if (!(error instanceof Error)) return false;
  const code = errorCode(error) ?? '';
  const isOfClass = code.length === 5 && marks.classes.includes(code.slice(0, 2));
  return isOfClass || marks.codes.has(code) || marks.messages.some((start) => error.message.startsWith(start));
}

/** The error of a call that the database did not serve: it cannot be reached, or it is too busy. Callers retry either. */
export function databaseError(cause: unknown): ApiError {
  return hasMark(cause, UNREACHABLE) ? new ApiError('database_gone', { headers: TRY_SOON, cause }) : overloaded(cause);
}

/** Whether the database cannot be reached or refuses work for now, so that nothing is wrong with the request. */
export function isDatabaseGone(error: unknown): boolean {
  return error instanceof NoResponseError || hasMark(error, GONE);
}

/** Codes for the statuses of Fastify's own errors. */
const CODES: Readonly<Record<number, ApiErrorCode>> = {
  400: 'bad_request',
  403: 'not_allowed',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'bad_request',
  415: 'wrong_type',
  429: 'too_many',
  431: 'bad_request',
  503: 'overloaded',
};

/** An error of ours, of Fastify, or of an unreachable database as the caller sees it; undefined for an unexpected one. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  // Checked first, since a request that breaks off has the same code as a database connection that does.
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const code = CODES[error.statusCode];
    if (code === 'overloaded') return overloaded();
    if (code !== undefined) return new ApiError(code);
  }
  return isDatabaseGone(error) ? databaseError(error) : undefined;
}

/**
 * Receives and drops the rest of a request's body, and keeps the connection: Fastify would close it while the client is still
 * sending, and the response could be lost.
 */
function keepListening(reply: FastifyReply): void {
  passOver(reply.request.raw);
  // A stopping server closes it all the same.
  if (reply.server.server.listening) reply.removeHeader('connection');
}

/** The body of a response with this error, in a language. */
export function errorBody({ code, words }: ApiError, language: Language): string {
  return JSON.stringify({ message: sayError(code, words, language), code });
}

/** Sends `{message, code}` with the status and headers of the error; no cache keeps it. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (!reply.request.raw.complete) keepListening(reply);
  return reply
    .code(error.status)
    .headers(error.headers)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBody(error, reply.request.language ?? ENGLISH));
}

/** How often counted refusals are logged. */
const COUNT_MS = 60_000;

/** The kind of a refusal and its reason, without data of a request. */
function kindOf(refusal: ApiErrorCode, reason: unknown): string {
  const { type, code } = loggableError(reason);
  return [refusal, type, code].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** Counts expected refusals, so that an hour without a database is sixty log lines and not a stack for each call. */
function refusalCounts(log: Log): { add(refusal: ApiErrorCode, reason: unknown): void; flush(): void } {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    log.error({ refused: Object.fromEntries(counts) }, 'requests could not be served for now');
    counts.clear();
  };
  return {
    add: (refusal, reason) => {
      const kind = kindOf(refusal, reason);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      timer ??= setTimeout(flush, COUNT_MS).unref();
    },
    flush,
  };
}

/**
 * Turns every thrown error into JSON `{message, code}`. Unexpected errors are logged with their stack, which is never sent;
 * expected ones, such as an unreachable database, are counted in the log.
 */
export function registerErrors(app: FastifyInstance): void {
  const refusals = refusalCounts(app.log);
  app.addHook('onClose', async () => refusals.flush());
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = toApiError(error);
    if (known === undefined || known.code === 'unexpected') request.log.error({ err: error }, 'a request failed');
    else if (known.status >= 500) refusals.add(known.code, known.cause ?? error);
    return sendError(reply, known ?? new ApiError('unexpected'));
  });
}

function patternOf(route: string): RegExp {
  const parts = route.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * Responds with JSON to paths that are neither calls nor pages: 404, or 405 where only the method is wrong. Registered before
 * the modules, so that it sees their paths.
 */
export function registerNotFound(app: FastifyInstance): void {
  const known: RegExp[] = [];
  app.addHook('onRoute', (options) => {
    if (options.url !== '/*') known.push(patternOf(options.url));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const wrongMethod = known.some((pattern) => pattern.test(path)) || (!reads && !isServerPath(path));
    return sendError(reply, new ApiError(wrongMethod ? 'method_not_allowed' : 'not_found'));
  });
}
