import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodMiniType;

/** One call: how it is made, what it carries, what it returns. Paths use :name for parameters. */
export interface Call<
  Payload extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Query extends Schema | undefined = Schema | undefined,
> {
  readonly method: Method;
  readonly path: string;
  readonly payload: Payload;
  readonly query: Query;
  readonly response: Response;
}

export function call<
  const R extends Schema,
  const P extends Schema | undefined = undefined,
  const Q extends Schema | undefined = undefined,
>(method: Method, path: string, parts: { response: R; payload?: P; query?: Q }): Call<P, R, Q>;
export function call(
  method: Method,
  path: string,
  parts: { response: Schema; payload?: Schema; query?: Schema },
): Call {
  return { method, path, payload: parts.payload, query: parts.query, response: parts.response };
}

type InferOr<S, Otherwise> = S extends Schema ? z.infer<S> : Otherwise;
export type PayloadOf<C extends Call> = InferOr<C['payload'], undefined>;
export type QueryOf<C extends Call> = InferOr<C['query'], undefined>;
export type ResponseOf<C extends Call> = z.infer<C['response']>;

/** Whether a call is answered for a session only; without one it gets 401. */
export function needsSession({ path }: Pick<Call, 'path'>): boolean {
  return path.startsWith('/api/');
}
