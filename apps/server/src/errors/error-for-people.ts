import { describeFailure } from './failure.ts';

/** An error whose message is one clear sentence for the person at the keyboard: it is shown alone, without a stack. */
export abstract class ErrorForPeople extends Error {
  readonly isForPeople = true;
}

/**
 * Whether an error's message is meant to be read by people. Errors of other packages and of the plain JavaScript that
 * runs before any package is installed say so by the same property.
 */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && 'isForPeople' in error && error.isForPeople === true;
}

/** Writes an error to the console: one sentence where there is one, else all that is known. */
export function printError(error: unknown): void {
  console.error(isForPeople(error) ? error.message : (describeFailure(error) ?? error));
}
