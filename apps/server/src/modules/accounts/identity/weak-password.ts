import { ApiError } from '../../../plugins/errors.ts';

/** What makes a password easy to guess. */
export const WEAKNESSES = ['about', 'common', 'keyboard', 'repeat', 'sequence', 'date', 'short'] as const;
export type Weakness = (typeof WEAKNESSES)[number];

/** Refuses a password by what makes it weak, never by any part of it, and says how to do better. */
export function weakPasswordError(weakness: Weakness): ApiError {
  return new ApiError('weak_password', { words: { id: `weak_password_${weakness}` } });
}
