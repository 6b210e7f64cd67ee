import type { Call } from '@firstyear/api-contract/call';
import { ConnectionError } from './errors.ts';
import { type ApiResponse, type LooseOptions, requestOf } from './index.ts';

/** How a browser makes a call, beside what the call itself takes. */
export interface FetchOptions extends LooseOptions {
  /** Whether the request outlives the page. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

/** The timeout of a call in milliseconds. The server ends each call within 16 s, and all are safe to send again. */
const TIMEOUT_MS = 30_000;

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/**
 * Sends a call with the session's cookie, and returns the response of any status.
 * @param after runs a function after so many milliseconds; returns a cancel function
 * @throws ConnectionError without a complete response within the timeout: a connection can stall without an error
 */
export async function fetchCall(
  call: Call,
  { keepalive = false, signal, ...options }: FetchOptions,
  after: (ms: number, act: () => void) => () => void,
): Promise<ApiResponse> {
  const headers = { ...JSON_HEADERS, ...options.headers };
  const { path, ...request } = requestOf(call, { ...options, headers });
  const ended = new AbortController();
  const end = () => ended.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const cancelTimeout = after(TIMEOUT_MS, end);
  try {
    const response = await fetch(path, {
      ...request,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive,
      signal: ended.signal,
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  } catch (cause) {
    throw new ConnectionError('', { cause });
  } finally {
    cancelTimeout();
    signal?.removeEventListener('abort', end);
  }
}
