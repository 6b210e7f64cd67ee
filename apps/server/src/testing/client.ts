import { type Call, fillPath, type PayloadOf, type QueryOf, type ResponseOf } from '@firstyear/api-contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export interface Reply<A> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** The parsed JSON; {message, code} when the call was refused. */
  readonly body: A;
}
/** What every reply may carry: the answer, or the words and code of an error. */
export type Body<C extends Call> = Partial<ResponseOf<C>> & { readonly message?: string; readonly code?: string };

export interface Options<C extends Call> {
  readonly payload?: PayloadOf<C>;
  readonly query?: QueryOf<C>;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  /** Makes a call as a browser would: with its cookies, its origin and, with a payload, its content type. */
  call<const C extends Call>(call: C, options?: Options<C>): Promise<Reply<Body<C>>>;
  /** Opens an address as a link does: with its cookies. What comes need not be JSON. */
  open(url: string): Promise<LightMyRequestResponse>;
  /** The cookies this browser keeps, by name. */
  readonly cookies: Map<string, string>;
}

function urlOf(call: Call, options: Options<Call>): string {
  const path = fillPath(call, options.params);
  const query = Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** A browser of its own: keeps cookies between calls, drops those that the server expires. */
export function createClient(app: FastifyInstance, origin: string, remoteAddress = '127.0.0.1'): Client {
  const cookies = new Map<string, string>();

  async function send<const C extends Call>(call: C, options?: Options<C>): Promise<Reply<Body<C>>>;
  async function send(call: Call, options: Options<Call> = {}): Promise<Reply<unknown>> {
    const headers: Record<string, string> = { origin, 'sec-fetch-site': 'same-origin' };
    if (options.payload !== undefined) headers['content-type'] = 'application/json';
    if (cookies.size > 0) headers.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.inject({
      method: call.method,
      url: urlOf(call, options),
      headers: { ...headers, ...options.headers },
      remoteAddress,
      ...(options.payload === undefined ? {} : { payload: JSON.stringify(options.payload) }),
    });
    for (const cookie of reply.cookies) {
      const isExpired = cookie.maxAge === 0 || (cookie.expires !== undefined && cookie.expires.getTime() <= 0);
      if (isExpired || cookie.value === '') cookies.delete(cookie.name);
      else cookies.set(cookie.name, cookie.value);
    }
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
  }
  const open = (url: string) => app.inject({ method: 'GET', url, cookies: Object.fromEntries(cookies), remoteAddress });
  return { call: send, open, cookies };
}
