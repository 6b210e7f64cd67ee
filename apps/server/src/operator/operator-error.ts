import { ErrorForPeople } from '../errors/error-for-people.ts';

/** A command that cannot be done; the message is for the operator. */
export class OperatorError extends ErrorForPeople {
  override readonly name: string = 'OperatorError';
}

/** A command that was not written as it must be: nothing was begun, and the program ends with code 2. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
}
