import { type ErrorCause, type ErrorToast, endErrors, showError } from '@firstyear/ui/toast-store.ts';
import { ConnectionError, isUnauthorized, wordsOf } from './errors.ts';

export interface FailureToast extends Omit<ErrorToast, 'causes'> {
  /** What the call was for, where its end can be told. What was said of that before is taken away. */
  readonly cause?: Exclude<ErrorCause, 'connection'>;
  /** Whether that is still to be done when the server can be reached again; else the toast goes then. */
  readonly isLeftToDo?: boolean;
  /** Makes the toast's message of what is known about the error; without it, just that. */
  readonly say?: (words: string) => string;
}

/** Says in a toast why a call failed. Nothing after a 401: it has ended the session, and the Log In card says so. */
export function showFailure(error: unknown, failure: FailureToast = {}): void {
  const { cause, isLeftToDo = false, say = (words: string) => words, ...toast } = failure;
  if (isUnauthorized(error)) return;
  if (cause) endErrors(cause);
  const endsWith = error instanceof ConnectionError && !isLeftToDo ? 'connection' : cause;
  showError(say(wordsOf(error)), { ...toast, ...(endsWith && { causes: [endsWith] }) });
}
