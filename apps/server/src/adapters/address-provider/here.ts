import * as z from 'zod';
import { type AddressProvider, preferState } from './address-provider.ts';
import { type Fetch, fetchJson } from './fetch-json.ts';
import { houseNumberOf } from './house-number.ts';

const responseSchema = z.object({
  items: z.array(
    z.object({
      address: z.object({
        countryCode: z.string().optional(),
        stateCode: z.string().optional(),
        state: z.string().optional(),
        city: z.string().optional(),
        street: z.string().optional(),
        houseNumber: z.string().optional(),
        postalCode: z.string().optional(),
      }),
    }),
  ),
});

/** HERE Geocoding and Search, /v1/autocomplete: https://docs.here.com/geocoding-and-search/docs/autocomplete */
export function hereProvider(apiKey: string, fetch: Fetch): AddressProvider {
  return {
    name: 'here',
    knowsStreets: true,
    async find({ text, limit, preferredState, signal }) {
      const url = new URL('https://autocomplete.search.hereapi.com/v1/autocomplete');
      url.search = new URLSearchParams({
        q: text,
        limit: String(limit),
        lang: 'en',
        types: 'address',
        apiKey,
      }).toString();
      const { items } = await fetchJson(fetch, url, signal, responseSchema);
      const found = items.flatMap(({ address }) => {
        if (address.street === undefined) return [];
        const number = address.houseNumber ?? houseNumberOf(text);
        return {
          address_line_1: [number, address.street].filter(Boolean).join(' '),
          address_line_2: '',
          city: address.city ?? '',
          state: address.stateCode ?? address.state ?? '',
          zip: address.postalCode ?? '',
          country: address.countryCode ?? '',
        };
      });
      return preferState(preferredState, found).slice(0, limit);
    },
  };
}
