import type { ApiRequest, ApiResponse, CallOptions } from '@firstyear/api-client';
import { createClient as createApiClient } from '@firstyear/api-client/testing';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

interface JsonResponse<C extends Call> extends Omit<ApiResponse, 'text'> {
  /** The parsed JSON; {message, code} of an error. */
  readonly body: Partial<ResponseOf<C>> & { readonly message?: string; readonly code?: string };
}

export interface Client {
  /** Makes a call as a browser would: with its cookies, its origin and, with a payload, its content type. */
  call<const C extends Call>(call: C, options?: CallOptions<C>): Promise<JsonResponse<C>>;
  /** Opens an address as a link does: with its cookies. The response need not be JSON. */
  open(url: string): Promise<LightMyRequestResponse>;
  /** The cookies this browser keeps, by name. */
  readonly cookies: Map<string, string>;
}

/** A new browser: keeps cookies between calls, and drops those that the server expires. */
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
