import { ApiError, ConnectionError, ServerError, UnexpectedResponseError } from '@firstyear/api-client/errors';
import type { ApiErrorCode } from '@firstyear/api-contract/errors';
import { type ErrorCause, type ErrorToast, endErrors, showError } from '@firstyear/ui/toast-store.ts';
import { failures } from '@firstyear/words/failures';
import { PAGE_LANGUAGE } from '../page-language.ts';

export { ApiError, ConnectionError, ServerError, UnexpectedResponseError };

/** The session of this page has ended: 401 on a call under /api, or other_account. Carries the server's message. */
export class UnauthorizedError extends ApiError {
  override readonly name: string = 'UnauthorizedError';
  /** Whether another account has logged in in another tab, so that this browser has a session. */
  readonly isOtherAccount: boolean;

  constructor(message: string, isOtherAccount = false) {
    super(message);
    this.isOtherAccount = isOtherAccount;
  }
}

/** The words for an applicant about an error: the server's, or those for no response or for an unexpected error. */
export function wordsOf(error: unknown): string {
  const { noResponse, unexpected } = failures.in(PAGE_LANGUAGE);
  if (error instanceof ConnectionError) return noResponse;
  return (error instanceof ApiError && error.message) || unexpected;
}

/** Whether a call found that the session has ended. The Log In card says so, so the call needs no message. */
export function isUnauthorized(error: unknown): error is UnauthorizedError {
  return error instanceof UnauthorizedError;
}

export function hasCode(error: unknown, code: ApiErrorCode): error is ServerError {
  return error instanceof ServerError && error.code === code;
}

/** Whether a server, or its proxy, has deferred the call (502, 503, 504), so that a retry may succeed. */
export function isDeferred(error: unknown): error is ServerError {
  return error instanceof ServerError && error.status >= 502 && error.status <= 504;
}

interface FailureToast extends Omit<ErrorToast, 'causes'> {
  /** The purpose of the call. Earlier toasts about it are closed. */
  readonly cause?: Exclude<ErrorCause, 'connection'>;
  /** Whether the failure stays once the server can be reached again; otherwise the toast closes then. */
  readonly isLeftToDo?: boolean;
  /** Makes the toast's message from the words about the error; by default, those words. */
  readonly say?: (words: string) => string;
}

/** Shows a toast about a failed call; none after a 401, which has ended the session. */
export function showFailure(error: unknown, failure: FailureToast = {}): void {
  const { cause, isLeftToDo = false, say = (words: string) => words, ...toast } = failure;
  if (isUnauthorized(error)) return;
  if (cause) endErrors(cause);
  const endsWith = error instanceof ConnectionError && !isLeftToDo ? 'connection' : cause;
  showError(say(wordsOf(error)), { ...toast, ...(endsWith && { causes: [endsWith] }) });
}
