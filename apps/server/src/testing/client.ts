import { type ApiRequest, createClient as createApiClient } from '@firstyear/api-client';
import type { Call, PayloadOf, QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export interface Reply<A> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** The parsed JSON; {message, code} when the call was refused. */
  readonly body: A;
}
/** What every response may carry: the answer, or the words and code of an error. */
export type Body<C extends Call> = Partial<ResponseOf<C>> & { readonly message?: string; readonly code?: string };

export interface Options<C extends Call> {
  readonly payload?: PayloadOf<C>;
  readonly query?: QueryOf<C>;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which form the call is about; the first one without it. */
  readonly form?: string;
}

export interface Client {
  /** Makes a call as a browser would: with its cookies, its origin and, with a payload, its content type. */
  call<const C extends Call>(call: C, options?: Options<C>): Promise<Reply<Body<C>>>;
  /** Opens an address as a link does: with its cookies. What comes need not be JSON. */
  open(url: string): Promise<LightMyRequestResponse>;
  /** The cookies this browser keeps, by name. */
  readonly cookies: Map<string, string>;
}

/** A browser of its own: keeps cookies between calls, drops those that the server expires. */
export function createClient(app: FastifyInstance, origin: string, remoteAddress = '127.0.0.1'): Client {
  const client = createApiClient({
    headers: () => ({ origin, 'sec-fetch-site': 'same-origin' }),
    send: async ({ method, path, headers = {}, body }: ApiRequest) => {
      const response = await app.inject({
        method,
        url: path,
        headers,
        remoteAddress,
        ...(body !== undefined && { payload: String(body) }),
      });
      return { status: response.statusCode, headers: response.headers, text: response.payload, body: response.json() };
    },
  });
  const { cookies, exchange } = client;
  const open = (url: string) => app.inject({ method: 'GET', url, cookies: Object.fromEntries(cookies), remoteAddress });
  return { call: exchange, open, cookies };
}
