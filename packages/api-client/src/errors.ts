/** A call that failed. The message is what the server said to its reader; empty when it said nothing. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
}

/** A response that is OK, but not JSON or not of the shape that the contract promises. */
export class UnexpectedResponseError extends ApiError {
  override readonly name: string = 'UnexpectedResponseError';
}

/** A response that is not OK. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
  readonly status: number;
  /** As the server sent it: a newer one may know codes that this client does not. */
  readonly code: string | undefined;
  /** What the Retry-After header asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: { status: number; code?: string; retryAfterMs?: number; cause?: unknown }) {
    super(message, details);
    this.status = details.status;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
  }
}
