import { type CallOptions, readResponse } from '@firstyear/api-client';
import { ServerError } from '@firstyear/api-client/errors';
import { fetchCall } from '@firstyear/api-client/fetch-call';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import { browserClock } from '@firstyear/ui/clock.ts';

/**
 * Makes a call with the session's cookie.
 * @throws ServerError for a refusal, UnexpectedResponseError for a response of another shape, ConnectionError without one
 */
export async function request<C extends Call>(
  call: C,
  options: CallOptions<C> & { readonly signal?: AbortSignal; readonly keepalive?: boolean } = {},
): Promise<ResponseOf<C>> {
  return readResponse(call, await fetchCall(call, options, browserClock.after));
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
