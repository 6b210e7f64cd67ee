import {
  ACCOUNT_HEADER,
  type Call,
  needsSession,
  type PayloadOf,
  type QueryOf,
  type ResponseOf,
} from '@firstyear/api-contract';
import type { Form } from '@firstyear/application-form';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { bodyLimits, hasMoreValues } from './body-limits.ts';
import { ApiError } from './errors.ts';
import { requireSession, type Session, type SessionReader } from './session.ts';

interface CallDependencies {
  readonly sessions: SessionReader;
  readonly config: { readonly environment: 'production' | 'development' | 'test' };
  readonly form: Form;
  readonly limitSession: (sessionId: string) => Promise<void>;
}

export interface PublicContext<C extends Call> {
  readonly payload: PayloadOf<C>;
  readonly query: QueryOf<C>;
  /** The path's parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
export interface OwnerContext<C extends Call> extends PublicContext<C> {
  readonly session: Session;
}

type PublicHandler<C extends Call> = (context: PublicContext<C>) => Promise<ResponseOf<C>>;
type OwnerHandler<C extends Call> = (context: OwnerContext<C>) => Promise<ResponseOf<C>>;

const paramsSchema = z.record(z.string(), z.string().max(200));

function parse(schema: Call['payload'], value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw new ApiError('bad_request');
  return result.data;
}

function register(
  app: FastifyInstance,
  deps: CallDependencies,
  call: Call,
  respond: (context: PublicContext<Call>) => Promise<unknown>,
  authenticate?: (request: FastifyRequest) => Promise<void>,
): void {
  const { maxBytes, maxValues } = bodyLimits(deps.form)[call.body];
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: maxBytes,
    // Before the body is read: whoever is not logged in makes the server read nothing.
    ...(authenticate === undefined ? {} : { onRequest: authenticate }),
    handler: async (request, reply) => {
      if (hasMoreValues(request.body, maxValues)) throw new ApiError('bad_request');
      const body = await respond({
        payload: parse(call.payload, request.body),
        query: parse(call.query, request.query),
        params: paramsSchema.parse(request.params),
        request,
        reply,
      });
      // A wrong response is our own mistake: found in development and tests, not paid for in production.
      if (deps.config.environment !== 'production') call.response.parse(body);
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    },
  });
}

/**
 * Registers a call under /api: the handler runs only with a session (else 401) of the account that the page shows (else
 * 409 other_account), with payload and query parsed by the contract (else 400 bad_request), and what it returns is sent as JSON.
 */
export function route<const C extends Call>(
  app: FastifyInstance,
  deps: CallDependencies,
  call: C,
  handler: OwnerHandler<C>,
): void;
export function route(app: FastifyInstance, deps: CallDependencies, call: Call, handler: OwnerHandler<Call>): void {
  if (!needsSession(call)) throw new Error(`${call.path} is not under /api: register it with publicRoute().`);
  const sessions = new WeakMap<FastifyRequest, Session>();
  const authenticate = async (request: FastifyRequest) => {
    const session = await requireSession(deps.sessions, request);
    const shown = request.headers[ACCOUNT_HEADER];
    if (shown !== undefined && shown !== session.accountId) throw new ApiError('other_account');
    await deps.limitSession(session.sessionId);
    sessions.set(request, session);
  };
  const respond = async (context: PublicContext<Call>) => {
    const session = sessions.get(context.request);
    if (session === undefined) throw new ApiError('no_session');
    return handler({ ...context, session });
  };
  register(app, deps, call, respond, authenticate);
}

/** Registers a call that needs no login. GET /api/logout is one too: it works when the session is already gone. */
export function publicRoute<const C extends Call>(
  app: FastifyInstance,
  deps: CallDependencies,
  call: C,
  handler: PublicHandler<C>,
): void;
export function publicRoute(
  app: FastifyInstance,
  deps: CallDependencies,
  call: Call,
  handler: PublicHandler<Call>,
): void {
  register(app, deps, call, handler);
}
