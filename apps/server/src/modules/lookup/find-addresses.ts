import { type LookupItem, type LookupRecord, lookupDetail } from '@firstyear/api-contract';
import * as z from 'zod';
import type { AddressProvider, FoundAddress } from '../../adapters/address-provider/address-provider.ts';

export interface AddressSearch {
  readonly provider: AddressProvider;
  /** Asked when the provider fails. */
  readonly fallback: AddressProvider;
  readonly partnerState: string;
  readonly timeoutMs: number;
  /** Told why the provider failed; never what was typed. */
  readonly warn: (reason: string) => void;
}

const PART_MAX_LENGTH = 150;
const part = z.string().max(PART_MAX_LENGTH);
const parts = z.tuple([part, part, part, part, part, part]);

/** An id that carries the address itself, so that nothing has to be kept or asked for twice. */
function idOf(found: FoundAddress): string {
  const values = [found.address_line_1, found.address_line_2, found.city, found.state, found.zip, found.country];
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

const subText = ({ city, state, zip }: FoundAddress) => [city, `${state} ${zip}`.trim()].filter(Boolean).join(', ');

function itemOf(found: FoundAddress): LookupItem {
  const text = [found.address_line_1, found.address_line_2].filter(Boolean).join(', ');
  return { id: idOf(found), text, sub_text: subText(found) };
}

/** Too little to look for. */
const MIN_LENGTH = 4;

/** Addresses for what is typed. A provider that fails or takes too long is replaced by what is built in. */
export async function findAddresses(
  search: AddressSearch,
  text: string,
  limit: number,
): Promise<readonly LookupItem[]> {
  if (text.trim().length < MIN_LENGTH) return [];
  const query = { text, limit, preferredState: search.partnerState };
  let found: readonly FoundAddress[];
  try {
    found = await search.provider.find({ ...query, signal: AbortSignal.timeout(search.timeoutMs) });
  } catch (error) {
    search.warn(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');
    found = await search.fallback.find({ ...query, signal: AbortSignal.timeout(search.timeoutMs) });
  }
  const short = found.filter((one) => parts.safeParse(Object.values(one)).success);
  return short.slice(0, limit).map(itemOf);
}

/** The address that an id carries; undefined when it is none of ours. */
export function addressOfId(id: string): LookupRecord | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = parts.safeParse(json);
  if (!parsed.success) return undefined;
  const [address_line_1, address_line_2, city, state, zip, country] = parsed.data;
  const found = { address_line_1, address_line_2, city, state, zip, country };
  return lookupDetail.response.parse({ ...itemOf(found), id, ...found, name: '', ceeb: '' });
}
