/** A failed call. Its message is the server's, for the user; empty where there is none. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
}

/** There was no response: no connection, or it was lost. */
export class ConnectionError extends ApiError {
  override readonly name: string = 'ConnectionError';
}

/** An OK response that is not JSON, or not of the contract's shape. */
export class UnexpectedResponseError extends ApiError {
  override readonly name: string = 'UnexpectedResponseError';
}

/** A response that is not OK. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
  readonly status: number;
  /** A newer server may send codes that this client does not know. */
  readonly code: string | undefined;
  /** From the Retry-After header, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: { status: number; code?: string; retryAfterMs?: number; cause?: unknown }) {
    super(message, details);
    this.status = details.status;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
  }
}
