import { ACCOUNT_HEADER } from '@firstyear/api-contract/account-header';
import type { Call, PayloadOf, QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ServedForms } from '../config/served-forms.ts';
import { type Applicant, servedFormOf } from './applicant.ts';
import { bodyLimits, hasMoreValues } from './body-limits.ts';
import { ApiError } from './errors.ts';
import type { CallGroup } from './rate-limits.ts';
import { requireSession, type Session, type SessionReader } from './session.ts';
import { requireStaff, type StaffReader, type StaffSession } from './staff-session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route serves. */
    readonly call?: Call;
    /** The group whose rate limit counts another route. */
    readonly limit?: CallGroup;
  }
}

interface CallDependencies {
  readonly sessions: SessionReader;
  readonly config: { readonly environment: 'production' | 'development' | 'test' };
  readonly forms: ServedForms;
  readonly limitSession: (sessionId: string) => Promise<void>;
  readonly staff: StaffReader;
}

interface Context<C extends Call> {
  readonly payload: PayloadOf<C>;
  readonly query: QueryOf<C>;
  /** The path's parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
interface ApplicantContext<C extends Call> extends Context<C> {
  readonly session: Session;
  /** The owner of the application that the call is about, if any. */
  readonly applicant: Applicant;
}
interface StaffContext<C extends Call> extends Context<C> {
  readonly staff: StaffSession;
}
/** A handler's argument: with session and applicant for applicants, with the session for the office. */
type ContextOf<C extends Call> = C['for'] extends 'applicant'
  ? ApplicantContext<C>
  : C['for'] extends 'staff'
    ? StaffContext<C>
    : Context<C>;
/** The handler of a call whose response is empty may return nothing. */
type Handler<C extends Call> = (
  context: ContextOf<C>,
) => Promise<ResponseOf<C>> | (Record<never, never> extends ResponseOf<C> ? Promise<void> : never);

const paramsSchema = z.record(z.string(), z.string().max(200));
const idsSchema = z.record(z.string(), z.uuid());
const idSchema = z.object({ id: z.uuid() });

/** The id in a path; 404 not_found for anything else. */
export function idIn(params: unknown): string {
  const { data } = idSchema.safeParse(params);
  if (!data) throw new ApiError('not_found');
  return data.id;
}

/** The path's parameters. Those of the office must be ids (else 404 not_found). */
function paramsOf(call: Call, params: unknown): Readonly<Record<string, string>> {
  if (call.for !== 'staff') return paramsSchema.parse(params);
  const { data } = idsSchema.safeParse(params);
  if (!data) throw new ApiError('not_found');
  return data;
}

function parse(schema: Call['payload'], value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw new ApiError('bad_request');
  return result.data;
}

type Caller =
  | { readonly session: Session; readonly applicant: Applicant }
  | { readonly staff: StaffSession }
  | Record<string, never>;

async function authenticate(deps: CallDependencies, call: Call, request: FastifyRequest): Promise<Caller> {
  switch (call.for) {
    case 'applicant': {
      const session = await requireSession(deps.sessions, request);
      const shown = request.headers[ACCOUNT_HEADER];
      if (shown !== undefined && shown !== session.accountId) throw new ApiError('other_account');
      await deps.limitSession(session.sessionId);
      return { session, applicant: { ...session, served: servedFormOf(deps.forms, request) } };
    }
    case 'staff':
      return { staff: await requireStaff(deps, request, call.right) };
    case 'visitor':
    case 'link':
      return {};
  }
}

/**
 * Registers a call for its audience. Applicants need a session (else 401) of the account that the page shows (else 409
 * other_account); the office needs a session of its own with the call's right (else 403 not_allowed); for a link the handler
 * checks the token. Payload and query are parsed by the contract (else 400 bad_request), and the result is sent as JSON.
 */
export function route<const C extends Call>(
  app: FastifyInstance,
  deps: CallDependencies,
  call: C,
  handler: Handler<C>,
): void;
export function route(
  app: FastifyInstance,
  deps: CallDependencies,
  call: Call,
  handler: (context: ApplicantContext<Call> | StaffContext<Call> | Context<Call>) => Promise<unknown>,
): void {
  const { maxBytes, maxValues } = bodyLimits(deps.forms)[call.body];
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    bodyLimit: maxBytes,
    // Before the body is read, so that a caller without a session cannot make the server read one.
    onRequest: async (request) => {
      callers.set(request, await authenticate(deps, call, request));
    },
    handler: async (request, reply) => {
      if (hasMoreValues(request.body, maxValues)) throw new ApiError('bad_request');
      const context = {
        payload: parse(call.payload, request.body),
        query: parse(call.query, request.query),
        params: paramsOf(call, request.params),
        request,
        reply,
        ...callers.get(request),
      };
      const body = (await handler(context)) ?? {};
      // A wrong response is a bug of ours: found in development and tests, and not worth the time in production.
      if (deps.config.environment !== 'production') call.response.parse(body);
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    },
  });
}
