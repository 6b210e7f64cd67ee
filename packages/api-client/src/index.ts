import { PARAMETERS } from '@firstyear/api-contract/addresses';
import { type Call, fillPath, type PayloadOf, type QueryOf, type ResponseOf } from '@firstyear/api-contract/call';
import { ServerError, UnexpectedResponseError } from './errors.ts';

type Headers = Readonly<Record<string, string>>;

/** A request on the wire. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array;
}

/** A response of any status. Header names are in lower case. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

export interface CallOptions<C extends Call> {
  readonly payload?: PayloadOf<C>;
  readonly query?: QueryOf<C>;
  /** Values of the path's :names. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Headers;
  /** The form, where a university has several; the first one by default. */
  readonly form?: string;
}

export interface LooseOptions {
  readonly payload?: unknown;
  readonly query?: unknown;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Headers;
  readonly form?: string;
}

/** The request of a call: JSON, with a content type where there is a payload. */
export function requestOf(call: Call, options: LooseOptions = {}): ApiRequest & { readonly body?: string } {
  const { payload, query, params, headers, form } = options;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ [PARAMETERS.form]: form, ...(query ?? {}) }))
    if (value !== undefined) search.set(name, String(value));
  const path = fillPath(call, params) + (search.size === 0 ? '' : `?${search}`);
  if (payload === undefined) return { method: call.method, path, headers: { ...headers } };
  const body = JSON.stringify(payload);
  return { method: call.method, path, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Parses the text of a response; undefined when it is not JSON, such as the page of a proxy whose server is down. */
export function jsonOf({ text }: Pick<ApiResponse, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textAt(json: unknown, key: 'message' | 'code'): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const value: unknown = Reflect.get(json, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Parses the response of a call by its schema.
 * @throws ServerError for a status that is not OK, UnexpectedResponseError for a response that the schema refuses
 */
export function readResponse<C extends Call>(call: C, response: ApiResponse): ResponseOf<C>;
export function readResponse(call: Call, response: ApiResponse): unknown {
  const { status, headers } = response;
  const json = jsonOf(response);
  if (status > 299) {
    const code = textAt(json, 'code');
    const seconds = Number(headers['retry-after'] ?? Number.NaN);
    throw new ServerError(textAt(json, 'message') ?? '', {
      status,
      ...(code !== undefined && { code }),
      ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1000 }),
      cause: `${call.method} ${call.path}: ${status}`,
    });
  }
  const parsed = call.response.safeParse(json);
  if (!parsed.success) throw new UnexpectedResponseError('', { cause: parsed.error });
  return parsed.data;
}
