import { type CallOptions, readResponse, requestOf } from '@firstyear/api-client';
import { ServerError } from '@firstyear/api-client/errors';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';

/** How long to wait for a response before the request counts as lost. */
const TIMEOUT_MS = 20_000;

/** A request that got no response: the network or the server is down. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/**
 * Makes a call with the session's cookie.
 * @throws ServerError for a refusal, UnexpectedResponseError for a response of another shape, NoResponseError without one
 */
export async function request<C extends Call>(
  call: C,
  options: CallOptions<C> & { readonly signal?: AbortSignal } = {},
): Promise<ResponseOf<C>> {
  const { signal, ...rest } = options;
  const { method, path, headers, body } = requestOf(call, rest);
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers: { ...headers },
      body: body ?? null,
      signal: AbortSignal.any(signals),
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NoResponseError('No response.', { cause });
  }
  return readResponse(call, { status: response.status, headers: Object.fromEntries(response.headers), text });
}

/** Whether the server refused a call because nobody is signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ServerError && error.status === 401;

/** Whether the server doesn't let this person see what they asked for, or it is gone. */
export const isOutOfSight = (error: unknown): boolean =>
  isForbidden(error) || (error instanceof ServerError && error.status === 404);

/** Whether an act was refused since it would no longer do what its preview said. */
export const isChangedSince = (error: unknown): boolean =>
  error instanceof ServerError && error.code === 'changed_since_preview';

/** Whether the server refused a call because the person's role doesn't allow it. */
export const isForbidden = (error: unknown): boolean => error instanceof ServerError && error.status === 403;
