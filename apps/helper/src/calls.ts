import { readResponse } from '@firstyear/api-client';
import { ApiError } from '@firstyear/api-client/errors';
import { fetchCall } from '@firstyear/api-client/fetch-call';
import type { Call, PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import { browserClock } from '@firstyear/ui/clock.ts';

/** Makes a call; throws an ApiError with the server's words, or without any if there was no response. */
export async function request<C extends Call>(call: C, payload: PayloadOf<C>): Promise<ResponseOf<C>> {
  return readResponse(call, await fetchCall(call, { payload }, browserClock.after));
}

/** The words of an error, or these if the server said none. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.message) || otherwise;
