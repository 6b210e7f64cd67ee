import { ConnectionError } from './errors.ts';

interface UploadAddress {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Gets an address and sends the file there. Returns the address with what the next call says of the file. Throws
 * signal.reason if aborted.
 */
export async function sendFile<A extends UploadAddress>(
  getAddress: () => Promise<A>,
  file: File,
  signal?: AbortSignal,
) {
  try {
    const address = await getAddress();
    const form = new FormData();
    for (const [name, value] of Object.entries(address.fields)) form.append(name, value);
    // Object stores read the fields before the file.
    form.append('file', file, file.name);
    // No-cors: the response cannot be read. The server checks at the next step whether the file has arrived.
    await fetch(address.url, {
      method: 'POST',
      body: form,
      mode: 'no-cors',
      credentials: 'omit',
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      throw new ConnectionError('', { cause });
    });
    const sent = { file_key: address.fields.key ?? '', file_name: file.name, file_size: file.size };
    return { address, sent };
  } finally {
    signal?.throwIfAborted();
  }
}
