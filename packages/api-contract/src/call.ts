import type * as z from 'zod/mini';
import type { Right } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodMiniType;

/**
 * How much a body may hold: a card or a choice, a report about errors, all answers of the form, or the messages of all its
 * questions. What that is in bytes and values, the server says.
 */
export type BodySize = 'small' | 'report' | 'answers' | 'messages';

/**
 * Who may make a call: anybody, an applicant who is logged in, somebody of the admissions office who is signed in, or
 * somebody with a link, whose token is checked.
 */
export type Audience = 'visitor' | 'applicant' | 'staff' | 'link';

/** One call: whom it is for, how it is made, what it carries, what it returns. Paths use :name for parameters. */
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
  /** What somebody of the office must have the right to; nothing where being signed in is enough. */
  readonly right: Right | undefined;
}

/** Writes down one call. What it does not name it does not have; a body is small unless it says otherwise. */
export function call<
  const For extends Audience,
  const R extends Schema,
  const P extends Schema | undefined = undefined,
  const Q extends Schema | undefined = undefined,
>(
  method: Method,
  path: string,
  parts: { for: For; response: R; payload?: P; query?: Q; body?: BodySize; right?: Right },
): Call<P, R, Q, For>;
export function call(
  method: Method,
  path: string,
  parts: { for: Audience; response: Schema; payload?: Schema; query?: Schema; body?: BodySize; right?: Right },
): Call {
  const { for: audience, payload, query, response, body = 'small', right } = parts;
  return { for: audience, method, path, payload, query, response, body, right };
}

type InferOr<S, Otherwise> = S extends Schema ? z.infer<S> : Otherwise;
export type PayloadOf<C extends Call> = InferOr<C['payload'], undefined>;
export type QueryOf<C extends Call> = InferOr<C['query'], undefined>;
export type ResponseOf<C extends Call> = z.infer<C['response']>;

/** The path of a call with the values of its parameters, each encoded. Throws for a missing parameter. */
export function fillPath({ path }: Pick<Call, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
