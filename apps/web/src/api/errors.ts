import { type ApiErrorCode, UNEXPECTED_MESSAGE } from '@firstyear/api-contract';

/** What was asked for may have happened all the same: the response can be what was lost. */
const OFFLINE_MESSAGE = "We didn't hear back from the application. Please check your connection and try again.";

/** A call that did not end well. The message is fit to be shown to an applicant. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
}

/** There was no response at all: no connection, or it broke off. */
export class ConnectionError extends ApiError {
  override readonly name: string = 'ConnectionError';

  constructor(options?: ErrorOptions) {
    super(OFFLINE_MESSAGE, options);
  }
}

/** A response that is OK, and not JSON or not of the shape that the contract promises. */
export class UnexpectedResponseError extends ApiError {
  override readonly name: string = 'UnexpectedResponseError';

  constructor(options?: ErrorOptions) {
    super(UNEXPECTED_MESSAGE, options);
  }
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

/** Any other response that is not OK. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
  readonly status: number;
  /** As the server sent it: a newer one may know codes that this app does not. */
  readonly code: string | undefined;
  /** What the Retry-After header asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: { status: number; code?: string; retryAfterMs?: number }) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** What an applicant reads about an error: the message of a failed call, or the unexpected text. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : UNEXPECTED_MESSAGE;
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
