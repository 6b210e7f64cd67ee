import type * as z from 'zod';
import { AddressProviderError } from './address-provider.ts';

export type Fetch = (
  url: URL,
  init: { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> },
) => Promise<Response>;

/** Asks a service and parses its response. Keys and what was typed are in the address, so no error repeats it. */
export async function fetchJson<T>(fetch: Fetch, url: URL, signal: AbortSignal, schema: z.ZodType<T>): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url, { signal, headers: { accept: 'application/json' } });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AddressProviderError(`${url.host} could not be reached`);
  }
  if (!response.ok) throw new AddressProviderError(`${url.host} returned ${response.status}`);
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new AddressProviderError(`${url.host} returned a response in an unknown format`);
  return parsed.data;
}
