import { type ApiResponse, readResponse, requestOf } from '@firstyear/api-client';
import { ACCOUNT_HEADER } from '@firstyear/api-contract/account-header';
import type { Call } from '@firstyear/api-contract/call';
import type { ApiErrorCode } from '@firstyear/api-contract/errors';
import { browserClock } from '@firstyear/ui/clock.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import * as calls from './calls.ts';
import { ConnectionError, hasCode, ServerError, UnauthorizedError } from './errors.ts';
import { noteServerDate } from './server-time.ts';

export { calls };

export interface CommonOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

export interface LooseOptions extends CommonOptions {
  readonly payload?: unknown;
  readonly query?: unknown;
}

const OTHER_ACCOUNT: ApiErrorCode = 'other_account';

/** Timeout of a call in milliseconds. The server ends each call within 16 s, and all are safe to send again. */
const CALL_LIMIT_MS = 30_000;

/** Sends a call and reads its response, within the timeout: a connection can stall without an error. */
async function exchange(address: string, init: RequestInit, signal?: AbortSignal): Promise<ApiResponse> {
  const ended = new AbortController();
  const end = () => ended.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const cancelLimit = browserClock.after(CALL_LIMIT_MS, end);
  try {
    const response = await fetch(address, { ...init, signal: ended.signal });
    noteServerDate(response.headers.get('date'), browserClock.now());
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  } catch (cause) {
    throw new ConnectionError('', { cause });
  } finally {
    cancelLimit();
    signal?.removeEventListener('abort', end);
  }
}

/** The account that this page shows, from its latest profile. */
let shownAccount: string | undefined;

function accountOf(profile: unknown): string | undefined {
  const account: unknown = Reflect.get(Object(profile), 'account');
  return typeof account === 'string' && account !== '' ? account : undefined;
}

/** Whether a call belongs to the page's account. Logout is for visitors too, since the session may have ended. */
const isForAccount = (call: Call) => call.for === 'applicant' || call === calls.logout;

/** Makes one call, at once. The app uses request() of client.ts. */
export async function makeCall(call: Call, options: LooseOptions): Promise<unknown> {
  const { keepalive, signal, headers } = options;
  const account = isForAccount(call) && shownAccount;
  const { path, ...request } = requestOf(call, {
    ...options,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(account && { [ACCOUNT_HEADER]: account }),
      ...headers,
    },
  });
  const init = { ...request, credentials: 'same-origin', cache: 'no-store', ...(keepalive && { keepalive }) } as const;
  const response = await exchange(path, init, signal);
  endErrors('connection');
  try {
    const data = readResponse(call, response);
    if (call === calls.login) shownAccount = undefined;
    if (call === calls.profile) shownAccount = accountOf(data);
    return data;
  } catch (error) {
    const isOtherAccount = hasCode(error, OTHER_ACCOUNT);
    if (isOtherAccount || (error instanceof ServerError && error.status === 401 && isForAccount(call))) {
      throw new UnauthorizedError(error.message, isOtherAccount);
    }
    throw error;
  }
}
