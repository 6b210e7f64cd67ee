import { ApiError, ServerError, UnexpectedResponseError } from '@firstyear/api-client/errors';
import type { ApiErrorCode } from '@firstyear/api-contract/errors';
import { failures } from '@firstyear/words/failures';
import { PAGE_LANGUAGE } from '../page-language.ts';

export { ServerError, UnexpectedResponseError };

/** There was no response at all: no connection, or it broke off. */
export class ConnectionError extends ApiError {
  override readonly name: string = 'ConnectionError';
}

/** The session of this page has ended: 401 on a call under /api, or other_account. Carries the server's message. */
export class UnauthorizedError extends ApiError {
  override readonly name: string = 'UnauthorizedError';
  /** Whether this browser has a session all the same: that of another account, which logged in in another tab. */
  readonly isOtherAccount: boolean;

  constructor(message: string, isOtherAccount = false) {
    super(message);
    this.isOtherAccount = isOtherAccount;
  }
}

/** What an applicant reads about an error: what the server said, else that it said nothing, else the unexpected text. */
export function wordsOf(error: unknown): string {
  const { noResponse, unexpected } = failures.in(PAGE_LANGUAGE);
  if (error instanceof ConnectionError) return noResponse;
  return (error instanceof ApiError && error.message) || unexpected;
}

/** Whether a call found that the session of this page has ended: the session is over, and nothing more has to be said about this call. */
export function isUnauthorized(error: unknown): error is UnauthorizedError {
  return error instanceof UnauthorizedError;
}

/** Whether the server refused a call with this code. */
export function hasCode(error: unknown, code: ApiErrorCode): error is ServerError {
  return error instanceof ServerError && error.code === code;
}

/** Whether a server, or a proxy before it, could not serve the call for now (502, 503, 504): another try may succeed. */
export function isPutOff(error: unknown): error is ServerError {
  return error instanceof ServerError && error.status >= 502 && error.status <= 504;
}
