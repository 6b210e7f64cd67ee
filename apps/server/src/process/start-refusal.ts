import { BadConfigurationError } from '@firstyear/form-engine';
import { ErrorForPeople } from './error-for-people.ts';

/** The exit code of a process that cannot start until somebody changes something; restarting it is useless. */
export const REFUSAL_EXIT_CODE = 78;

/** Why a process must not start, and what to do about it, in one sentence. */
export class StartRefusal extends ErrorForPeople {
  override readonly name: string = 'StartRefusal';
}

/** The exit code of a process that ends because of this error. */
export function exitCodeOf(error: unknown): number {
  return error instanceof StartRefusal || error instanceof BadConfigurationError ? REFUSAL_EXIT_CODE : 1;
}
