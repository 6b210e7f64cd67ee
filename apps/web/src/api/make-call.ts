import { ACCOUNT_HEADER, type ApiErrorCode, type Call, fillPath, UNEXPECTED_MESSAGE } from '@firstyear/api-contract';
import { browserClock } from '@firstyear/ui/clock.ts';
import { endErrors } from '@firstyear/ui/toast-store.ts';
import * as calls from './calls.ts';
import { ConnectionError, ServerError, UnauthorizedError, UnexpectedResponseError } from './errors.ts';

// Both come in one part of the app.
export { calls };

export interface CommonOptions {
  /** Values of the path's :names. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lets the call finish after the page has gone. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

export interface LooseOptions extends CommonOptions {
  readonly payload?: unknown;
  readonly query?: unknown;
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

function textAt(json: unknown, key: 'message' | 'code' | 'account'): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const value: unknown = Reflect.get(json, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const OTHER_ACCOUNT: ApiErrorCode = 'other_account';

/** Milliseconds for a whole call. The server ends each of its own within 16 s; all are safe to send again. */
const CALL_LIMIT_MS = 30_000;

/** Sends a call and reads its response, within the limit: a connection can stall without an error. */
async function exchange(address: string, init: RequestInit, signal?: AbortSignal): Promise<[Response, string]> {
  const ended = new AbortController();
  const end = () => ended.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const cancelLimit = browserClock.after(CALL_LIMIT_MS, end);
  try {
    const response = await fetch(address, { ...init, signal: ended.signal });
    return [response, await response.text()];
  } catch (cause) {
    throw new ConnectionError({ cause });
  } finally {
    cancelLimit();
    signal?.removeEventListener('abort', end);
  }
}

/** What a proxy says in place of a server that is away need not be JSON: then the status alone counts. */
function parseJson(text: string, { ok }: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!ok) return undefined;
    throw new UnexpectedResponseError({ cause });
  }
}

/** The account that this page shows: that of the profile it has loaded. Set anew by the first profile after a login. */
let shownAccount: string | undefined;

/** Whether a call is made by a page that shows an account. Logging out is for visitors as well: the session may be over. */
const isOwners = (call: Call) => call.for === 'applicant' || call === calls.logout;

/** Makes one call: see request() in client.ts, which is what the app uses. It is sent at once. */
export async function makeCall(call: Call, options: LooseOptions): Promise<unknown> {
  const { payload, headers, keepalive, signal } = options;
  const init = {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(shownAccount !== undefined && isOwners(call) && { [ACCOUNT_HEADER]: shownAccount }),
      ...headers,
    },
    credentials: 'same-origin',
    cache: 'no-store',
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    ...(keepalive === undefined ? {} : { keepalive }),
  } as const;
  const [response, text] = await exchange(addressOf(call, options), init, signal);
  endErrors('connection');
  const json = parseJson(text, response);
  if (response.status === 401 && isOwners(call)) {
    throw new UnauthorizedError(textAt(json, 'message') ?? UNEXPECTED_MESSAGE);
  }
  if (!response.ok) {
    const code = textAt(json, 'code');
    if (code === OTHER_ACCOUNT) throw new UnauthorizedError(textAt(json, 'message') ?? UNEXPECTED_MESSAGE, true);
    throw new ServerError(textAt(json, 'message') ?? UNEXPECTED_MESSAGE, {
      status: response.status,
      ...(code === undefined ? {} : { code }),
      ...retryAfterOf(response),
    });
  }
  const parsed = call.response.safeParse(json);
  if (!parsed.success) throw new UnexpectedResponseError({ cause: parsed.error });
  if (call === calls.login) shownAccount = undefined;
  if (call === calls.profile) shownAccount = textAt(parsed.data, 'account');
  return parsed.data;
}
