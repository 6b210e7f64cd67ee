import { readResponse } from '@firstyear/api-client';
import { ApiError, ConnectionError } from '@firstyear/api-client/errors';
import { fetchCall } from '@firstyear/api-client/fetch-call';
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

/** Sends files for an item. All are announced first, since the first one that came closes the item. */
export async function sendFiles(token: string, item: string, files: readonly File[]): Promise<void> {
  const announced = [];
  for (const file of files) {
    announced.push({ file, form: await request(helpUpload, { token, item, file_size: file.size }) });
  }
  for (const { file, form } of announced) await sendToStore(form, file);
  for (const { file, form } of announced) {
    const { paper_id, fields } = form;
    const uploaded = { file_key: fields.key ?? '', file_name: file.name, file_size: file.size };
    await request(helpPaper, { token, item, paper_id, ...uploaded });
  }
}

async function sendToStore({ url, fields }: ResponseOf<typeof helpUpload>, file: File): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  // Object stores read the fields before the file.
  body.append('file', file, file.name);
  // No-cors: the response cannot be read. The server checks at the next step whether the file has arrived.
  await fetch(url, { method: 'POST', body, mode: 'no-cors', credentials: 'omit' }).catch((cause: unknown) => {
    throw new ConnectionError('', { cause });
  });
}
