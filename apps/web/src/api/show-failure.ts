import { type ErrorToast, showError } from '../ui/toast-store.ts';
import { ConnectionError, isUnauthorized, wordsOf } from './errors.ts';

export interface FailureToast extends ErrorToast {
  /** Makes the toast's message of what is known about the error; without it, just that. */
  readonly say?: (words: string) => string;
}

/** Says in a toast why a call failed. Nothing after a 401: it has ended the session, and the Log In card says so. */
export function showFailure(error: unknown, { say = (words) => words, ...toast }: FailureToast = {}): void {
  if (isUnauthorized(error)) return;
  const causes = [...(toast.causes ?? []), ...(error instanceof ConnectionError ? (['connection'] as const) : [])];
  showError(say(wordsOf(error)), { ...toast, causes });
}
