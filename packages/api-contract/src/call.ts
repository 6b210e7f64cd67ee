import * as z from 'zod/mini';
import type { Right } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodMiniType;

/**
 * The size class of a body: a card or a choice, a report about errors, all answers of the form, or the messages of all its
 * questions. The server has the limits in bytes and values.
 */
export type BodySize = 'small' | 'report' | 'answers' | 'messages';

/** Who may make a call: anybody, a logged-in applicant, signed-in staff, or the holder of a link with a token. */
export type Audience = 'visitor' | 'applicant' | 'staff' | 'link';

/** One call of the API. Paths use :name for parameters. */
export interface Call<
  Payload extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Query extends Schema | undefined = Schema | undefined,
  For extends Audience = Audience,
> {
  readonly for: For;
  readonly method: Method;
  readonly path: string;
  readonly payload: Payload;
  readonly query: Query;
  readonly response: Response;
  readonly body: BodySize;
  /** The right that staff need; undefined where being signed in is enough. */
  readonly right: Right | undefined;
}

const emptyResponse = z.object({});
type Empty = typeof emptyResponse;

/** The optional parts of a call: without a response it returns {}, and its body is small. */
interface Parts<R, P, Q> {
  readonly response?: R;
  readonly payload?: P;
  readonly query?: Q;
  readonly body?: BodySize;
}

export function call<
  const For extends Audience,
  const R extends Schema = Empty,
  const P extends Schema | undefined = undefined,
  const Q extends Schema | undefined = undefined,
>(method: Method, path: string, parts: Parts<R, P, Q> & { readonly for: For }): Call<P, R, Q, For>;
export function call(
  method: Method,
  path: string,
  parts: Parts<Schema, Schema, Schema> & { readonly for: Audience },
): Call {
  const { for: audience, payload, query, response = emptyResponse, body = 'small' } = parts;
  return { for: audience, method, path, payload, query, response, body, right: undefined };
}

export function officeCall<
  const R extends Schema = Empty,
  const P extends Schema | undefined = undefined,
  const Q extends Schema | undefined = undefined,
>(right: Right, method: Method, path: string, parts?: Parts<R, P, Q>): Call<P, R, Q, 'staff'>;
export function officeCall(
  right: Right,
  method: Method,
  path: string,
  parts: Parts<Schema, Schema, Schema> = {},
): Call {
  return { ...call(method, path, { ...parts, for: 'staff' }), right };
}

type InferOr<S, Otherwise> = S extends Schema ? z.infer<S> : Otherwise;
export type PayloadOf<C extends Call> = InferOr<C['payload'], undefined>;
export type QueryOf<C extends Call> = InferOr<C['query'], undefined>;
export type ResponseOf<C extends Call> = z.infer<C['response']>;

/** The path of a call with its parameters filled in and encoded. @throws Error for a missing parameter */
export function fillPath({ path }: Pick<Call, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
