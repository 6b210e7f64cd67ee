import { request } from '../api/client.ts';
import { ConnectionError } from '../api/errors.ts';

/** The three steps of an upload: ask for a place, bring the file there, start the conversion. */
export async function uploadDocument(key: string, file: File, signal: AbortSignal): Promise<void> {
  const { url, fields } = await request('presignedUrl', { payload: { answer_key: key, file_size: file.size }, signal });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // Stores take what comes before the file as its fields.
  form.append('file', file, file.name);
  // No-cors: the response cannot be read. Whether the file has arrived, the server finds out at the next step.
  await fetch(url, { method: 'POST', body: form, mode: 'no-cors', credentials: 'omit', signal }).catch(
    (cause: unknown) => {
      throw signal.aborted ? cause : new ConnectionError({ cause });
    },
  );
  signal.throwIfAborted();
  const payload = { file_key: fields.key ?? '', file_name: file.name, file_size: file.size };
  await request('startConversion', { params: { key }, payload, signal });
}
