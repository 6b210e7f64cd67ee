import { readResponse } from '@firstyear/api-client';
import { ApiError, ServerError } from '@firstyear/api-client/errors';
import { fetchCall } from '@firstyear/api-client/fetch-call';
import { sendFile } from '@firstyear/api-client/send-file';
import type { Call, PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import { helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import { browserClock } from '@firstyear/ui/clock.ts';

/** Makes a call; throws an ApiError with the server's words, or without any if there was no response. */
export async function request<C extends Call>(call: C, payload: PayloadOf<C>): Promise<ResponseOf<C>> {
  return readResponse(call, await fetchCall(call, { payload }, browserClock.after));
}

/** The words of an error, or these if the server said none. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.message) || otherwise;

/** A file to send for an item. */
export interface Paper {
  /** The chosen file, made fit for its upload. */
  readonly file: File;
  /** Tells chosen files apart, so that none is sent twice. */
  readonly key: string;
  /** The file is there; only the call that says so is missing. */
  sent?: Omit<PayloadOf<typeof helpPaper>, 'token' | 'item'> | undefined;
}

/** Sends a file for an item. Of a file that has arrived, a second try only says so again. */
export async function sendPaper(token: string, item: string, paper: Paper): Promise<void> {
  if (!paper.sent) {
    const getAddress = () => request(helpUpload, { token, item, file_size: paper.file.size });
    const { address, sent } = await sendFile(getAddress, paper.file);
    paper.sent = { paper_id: address.paper_id, ...sent };
  }
  try {
    await request(helpPaper, { token, item, ...paper.sent });
  } catch (error) {
    if (error instanceof ServerError && error.status < 500) paper.sent = undefined;
    throw error;
  }
}
