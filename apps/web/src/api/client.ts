import {
  type Call,
  fillPath,
  needsSession,
  type PayloadOf,
  type QueryOf,
  type ResponseOf,
  UNEXPECTED_MESSAGE,
} from '@firstyear/api-contract';
import { endErrors } from '../ui/toast-store.ts';
import type * as calls from './calls.ts';
import { ConnectionError, ServerError, UnauthorizedError, UnexpectedResponseError } from './errors.ts';
import { loadPart } from './load-part.ts';

type Calls = typeof calls;
/** What a call of the API is known by. */
export type CallName = keyof Calls;

interface CommonOptions {
  /** Values of the path's :names. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lets the call finish after the page has gone. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}
type PartOf<Name extends string, Part> = Part extends undefined
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]: Part };
export type RequestOptions<C extends Call> = CommonOptions &
  PartOf<'payload', PayloadOf<C>> &
  PartOf<'query', QueryOf<C>>;

interface LooseOptions extends CommonOptions {
  readonly payload?: unknown;
  readonly query?: unknown;
}

const unauthorizedListeners = new Set<(error: UnauthorizedError) => void>();

/** Runs listener for each 401 under /api, whoever made the call. Returns how to stop. */
export function onUnauthorized(listener: (error: UnauthorizedError) => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

function addressOf(call: Call, { params, query }: LooseOptions): string {
  const path = fillPath(call, params);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

function retryAfterOf(response: Response): { retryAfterMs?: number } {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {};
}

function textAt(json: unknown, key: 'message' | 'code'): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const value: unknown = Reflect.get(json, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

let known: Calls | undefined;

async function fetchCalls(): Promise<Calls> {
  known ??= await import('./calls.ts');
  return known;
}

/** Fetches what is known of the calls ahead of the first one. Where that fails, the first call tries again. */
export async function prepareCalls(): Promise<void> {
  await fetchCalls().catch(() => undefined);
}

/**
 * Makes one call of the API: JSON both ways, the response parsed by the call's schema. It is sent at once when the calls are known.
 * @throws UnauthorizedError for 401 under /api, ServerError for any other status that is not OK,
 * UnexpectedResponseError for a response that cannot be read, ConnectionError when there is none.
 */
export function request<N extends CallName>(
  name: N,
  ...options: CommonOptions extends RequestOptions<Calls[N]>
    ? [options?: RequestOptions<Calls[N]>]
    : [options: RequestOptions<Calls[N]>]
): Promise<ResponseOf<Calls[N]>>;
export async function request(name: CallName, options: LooseOptions = {}): Promise<unknown> {
  const call: Call = (known ?? (await loadPart(fetchCalls)))[name];
  const { payload, headers, keepalive, signal } = options;
  const response = await fetch(addressOf(call, options), {
    method: call.method,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    credentials: 'same-origin',
    cache: 'no-store',
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    ...(keepalive === undefined ? {} : { keepalive }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    throw new ConnectionError({ cause });
  });
  endErrors('connection');
  const json: unknown = await response.json().catch((cause: unknown) => {
    throw new UnexpectedResponseError({ cause });
  });
  if (response.status === 401 && needsSession(call)) {
    const error = new UnauthorizedError(textAt(json, 'message') ?? UNEXPECTED_MESSAGE);
    for (const listener of unauthorizedListeners) listener(error);
    throw error;
  }
  if (!response.ok) {
    const code = textAt(json, 'code');
    throw new ServerError(textAt(json, 'message') ?? UNEXPECTED_MESSAGE, {
      status: response.status,
      ...(code === undefined ? {} : { code }),
      ...retryAfterOf(response),
    });
  }
  const parsed = call.response.safeParse(json);
  if (!parsed.success) throw new UnexpectedResponseError({ cause: parsed.error });
  return parsed.data;
}
