import { describeFailure } from './failure.ts';

/** An error whose message is a sentence for the person at the keyboard, shown without a stack. */
export abstract class ErrorForPeople extends Error {
  readonly isForPeople = true;
}

/**
 * Whether an error's message is for people. Errors of other packages, and of the JavaScript that runs before any package is
 * installed, have the same property.
 */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && 'isForPeople' in error && error.isForPeople === true;
}

/** Writes an error to the console: its sentence if it has one, otherwise the whole error. */
export function printError(error: unknown): void {
  console.error(isForPeople(error) ? error.message : (describeFailure(error) ?? error));
}
