import { type LookupItem, type LookupRecord, lookupDetail } from '@firstyear/api-contract/lookup';
import type { Language } from '@firstyear/words';
import { lookup } from '@firstyear/words/lookup';
import * as z from 'zod';
import type { AddressProvider, FoundAddress } from '../../../adapters/address-provider/address-provider.ts';

interface AddressSearch {
  readonly provider: AddressProvider;
  /** For when the provider fails. */
  readonly fallback: AddressProvider;
  readonly partnerState: string;
  readonly timeoutMs: number;
  readonly language: Language;
  /** Logs why the provider failed, never the typed text. */
  readonly warn: (reason: string) => void;
}

const PART_MAX_LENGTH = 150;
const part = z.string().max(PART_MAX_LENGTH);
const parts = z.tuple([part, part, part, part, part, part]);
const contents = z.tuple([part, part, part, part, part, part, z.boolean()]);

const partsOf = (address: FoundAddress) => [
  address.address_line_1,
  address.address_line_2,
  address.city,
  address.state,
  address.zip,
  address.country,
];

const placeOf = ({ city, state, zip }: FoundAddress) => [city, `${state} ${zip}`.trim()].filter(Boolean).join(', ');

/** A suggestion: the address if its street is known to exist, else its place. The id contains the whole address, so that nothing is stored. */
function itemOf(address: FoundAddress, knowsStreets: boolean, language: Language): LookupItem {
  const id = Buffer.from(JSON.stringify([...partsOf(address), knowsStreets])).toString('base64url');
  if (!knowsStreets) {
    return { id, text: placeOf(address), sub_text: lookup.in(language).fills[address.zip === '' ? 'city' : 'zip'] };
  }
  const text = [address.address_line_1, address.address_line_2].filter(Boolean).join(', ');
  return { id, text, sub_text: placeOf(address) };
}

/** Shorter texts find nothing. */
const MIN_LENGTH = 4;

/** Addresses for a typed text; from the fallback when the provider fails or takes too long. */
export async function findAddresses(
  search: AddressSearch,
  text: string,
  limit: number,
): Promise<readonly LookupItem[]> {
  if (text.trim().length < MIN_LENGTH) return [];
  const query = { text, limit, preferredState: search.partnerState };
  const ask = async (provider: AddressProvider) => {
    const found = await provider.find({ ...query, signal: AbortSignal.timeout(search.timeoutMs) });
    const short = found.filter((item) => parts.safeParse(partsOf(item)).success);
    return short.slice(0, limit).map((item) => itemOf(item, provider.knowsStreets, search.language));
  };
  try {
    return await ask(search.provider);
  } catch (error) {
    search.warn(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');
    return await ask(search.fallback);
  }
}

/** The address in an id; undefined for an id that isn't ours. */
export function addressOfId(id: string, language: Language): LookupRecord | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = contents.safeParse(json);
  if (!parsed.success) return undefined;
  const [address_line_1, address_line_2, city, state, zip, country, knowsStreets] = parsed.data;
  const found = { address_line_1, address_line_2, city, state, zip, country };
  return lookupDetail.response.parse({ ...itemOf(found, knowsStreets, language), id, ...found, name: '', ceeb: '' });
}
