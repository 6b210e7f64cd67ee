import { hasCode, isUnauthorized, ServerError } from '../api/errors.ts';
import type { SaveFailure } from './autosave.ts';

export function failureOfSave(error: unknown): SaveFailure {
  if (isUnauthorized(error)) return 'no-session';
  if (hasCode(error, 'overloaded')) return 'busy';
  return hasCode(error, 'locked') ? 'locked' : 'retry';
}

/** How many milliseconds the server asked to wait. */
export function retryAfterOfSave(error: unknown): number | undefined {
  return error instanceof ServerError ? error.retryAfterMs : undefined;
}
