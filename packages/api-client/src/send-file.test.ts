import { expect, test, vi } from 'vitest';
import { sendFile } from './send-file.ts';

test('a file goes to a store of another origin without cookies, its fields first, and nothing of the response is read', async () => {
  const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.error());
  const address = { url: 'https://store.example/bucket', fields: { key: 'uploads/one', policy: 'x' } };
  await sendFile(async () => address, new File(['%PDF-'], 'record.pdf'));
  const [[url, options] = []] = send.mock.calls;
  expect(url).toBe(address.url);
  // Anything else would need the store's consent (CORS), which universities don't set up.
  expect(options).toMatchObject({ method: 'POST', mode: 'no-cors', credentials: 'omit' });
  const names = options?.body instanceof FormData ? [...options.body.keys()] : [];
  expect(names).toEqual(['key', 'policy', 'file']);
  send.mockRestore();
});
