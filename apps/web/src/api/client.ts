import type { FetchOptions } from '@firstyear/api-client/fetch-call';
import { ACCOUNT_HEADER } from '@firstyear/api-contract/account-header';
import type { Call, PayloadOf, QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import type { ApiErrorCode } from '@firstyear/api-contract/errors';
import { browserClock } from '@firstyear/ui/clock.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import { hasCode, ServerError, UnauthorizedError } from './errors.ts';
import { loadPart } from './load-part.ts';
import { noteServerDate } from './server-time.ts';

type CallsPart = typeof import('./calls.ts');
type CallName = { [Name in keyof CallsPart]: CallsPart[Name] extends Call ? Name : never }[keyof CallsPart];
type Calls = Pick<CallsPart, CallName>;

type CommonOptions = Omit<FetchOptions, 'payload' | 'query' | 'form'>;
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

let loaded: CallsPart | undefined;

async function loadCalls(): Promise<CallsPart> {
  loaded ??= await import('./calls.ts');
  return loaded;
}

/** Preloads the script that makes calls. Where that fails, the first call retries. */
export async function prepareCalls(): Promise<void> {
  await loadCalls().catch(() => undefined);
}

const OTHER_ACCOUNT: ApiErrorCode = 'other_account';

/** The account that this page shows, from its latest profile. */
let shownAccount: string | undefined;

function accountOf(profile: unknown): string | undefined {
  const account: unknown = Reflect.get(Object(profile), 'account');
  return typeof account === 'string' && account !== '' ? account : undefined;
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
/** Makes a call that a page brings with it. */
export function request<C extends Call>(call: C, options?: RequestOptions<C>): Promise<ResponseOf<C>>;
export async function request(name: CallName | Call, options: FetchOptions = {}): Promise<unknown> {
  const part = loaded ?? (await loadPart(loadCalls));
  const { fetchCall, readResponse } = part;
  const call = typeof name === 'string' ? part[name] : name;
  // Logout is for visitors too, since the session may have ended.
  const isForAccount = call.for === 'applicant' || name === 'logout';
  const account = isForAccount && shownAccount;
  const headers = { ...(account && { [ACCOUNT_HEADER]: account }), ...options.headers };
  const response = await fetchCall(call, { ...options, headers }, browserClock.after);
  noteServerDate(String(response.headers.date), browserClock.now());
  endErrors('connection');
  try {
    const data = readResponse(call, response);
    if (name === 'login') shownAccount = undefined;
    if (name === 'profile') shownAccount = accountOf(data);
    return data;
  } catch (error) {
    const isOtherAccount = hasCode(error, OTHER_ACCOUNT);
    const isUnauthorized = error instanceof ServerError && error.status === 401 && isForAccount;
    if (!isOtherAccount && !isUnauthorized) throw error;
    const ended = new UnauthorizedError(error.message, isOtherAccount);
    for (const listener of unauthorizedListeners) listener(ended);
    throw ended;
  }
}
