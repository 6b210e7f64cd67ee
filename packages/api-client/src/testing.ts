import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import {
  type ApiRequest,
  type ApiResponse,
  type CallOptions,
  type LooseOptions,
  readResponse,
  requestOf,
} from './index.ts';

interface ClientOptions<R extends ApiResponse> {
  readonly send: (request: ApiRequest) => Promise<R>;
  /** Headers of every request. A request's own override them; '' leaves one out. */
  readonly headers?: () => NonNullable<ApiRequest['headers']>;
}

/** Sends calls, and keeps cookies as a browser does. */
export interface Client<R extends ApiResponse> {
  readonly cookies: Map<string, string>;
  /** Sends any request, even an invalid one. */
  send(request: ApiRequest): Promise<R>;
  /** Sends a call, and returns the response of any status. */
  exchange<C extends Call>(call: C, options?: CallOptions<C>): Promise<R>;
  /** Makes a call; throws as readResponse() does. */
  call<C extends Call>(call: C, options?: CallOptions<C>): Promise<ResponseOf<C>>;
}

export function createClient<R extends ApiResponse>({ send, headers: common }: ClientOptions<R>): Client<R> {
  const cookies = new Map<string, string>();
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /; *(max-age=0|expires=Thu, 01 Jan 1970[^;]*)(;|$)/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  };
  const sendWithCookies = async (request: ApiRequest): Promise<R> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = Object.entries({ ...common?.(), cookie, ...request.headers }).filter(([, value]) => value !== '');
    const response = await send({ ...request, headers: Object.fromEntries(headers) });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keep(String(line));
    return response;
  };
  const exchange = (call: Call, options?: LooseOptions) => sendWithCookies(requestOf(call, options));
  return {
    cookies,
    send: sendWithCookies,
    exchange,
    call: async (call, options) => readResponse(call, await exchange(call, options)),
  };
}
