import { errorCode } from '@firstyear/processes/error-code';
import pg from 'pg';

/** An error as it is logged: where it happened, and nothing that a request or a row carried. */
export interface LoggedError {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/** Without the messages of the database and of schemas, which quote values. */
export function loggableError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  const code = errorCode(error);
  if (error instanceof pg.DatabaseError) {
    // The message and detail of a database error quote values.
    const { table, column, constraint } = error;
    return { type: 'DatabaseError', message: '', stack, code, table, column, constraint };
  }
  if (error.name === 'ZodError') return { type: 'ZodError', message: '', stack };
  return { type: error.name, message: error.message, stack, code };
}
