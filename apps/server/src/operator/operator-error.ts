import { ErrorForPeople } from '../process/error-for-people.ts';

/** A command failed. The message is for the operator. */
export class OperatorError extends ErrorForPeople {
  override readonly name: string = 'OperatorError';
}

/** A command was mistyped: nothing was begun, and the exit code is 2. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
}
