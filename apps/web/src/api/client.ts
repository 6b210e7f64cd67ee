import type { Call, PayloadOf, QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import type * as calls from './calls.ts';
import { isUnauthorized, type UnauthorizedError } from './errors.ts';
import { loadPart } from './load-part.ts';
import type { CommonOptions, LooseOptions } from './make-call.ts';

type Calls = typeof calls;
type CallName = keyof Calls;

type PartOf<Name extends string, Part> = Part extends undefined
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]: Part };
type RequestOptions<C extends Call> = CommonOptions & PartOf<'payload', PayloadOf<C>> & PartOf<'query', QueryOf<C>>;

const unauthorizedListeners = new Set<(error: UnauthorizedError) => void>();

/** Runs listener for each 401 of any call under /api. Returns a stop function. */
export function onUnauthorized(listener: (error: UnauthorizedError) => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

type CallsPart = typeof import('./make-call.ts');
let known: CallsPart | undefined;

async function fetchCalls(): Promise<CallsPart> {
  known ??= await import('./make-call.ts');
  return known;
}

/** Preloads the script that makes calls. Where that fails, the first call retries. */
export async function prepareCalls(): Promise<void> {
  await fetchCalls().catch(() => undefined);
}

/**
 * Makes one call of the API: JSON both ways, the response parsed by the call's schema.
 * @throws UnauthorizedError for 401 under /api, ServerError for any other status that is not OK,
 * UnexpectedResponseError for an OK response that cannot be parsed, ConnectionError without a complete response in time.
 */
export function request<N extends CallName>(
  name: N,
  ...options: CommonOptions extends RequestOptions<Calls[N]>
    ? [options?: RequestOptions<Calls[N]>]
    : [options: RequestOptions<Calls[N]>]
): Promise<ResponseOf<Calls[N]>>;
export async function request(name: CallName, options: LooseOptions = {}): Promise<unknown> {
  const { calls, makeCall } = known ?? (await loadPart(fetchCalls));
  try {
    return await makeCall(calls[name], options);
  } catch (error) {
    if (isUnauthorized(error)) for (const listener of unauthorizedListeners) listener(error);
    throw error;
  }
}
