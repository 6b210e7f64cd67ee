import * as z from 'zod';
import type { AddressProvider } from './address-provider.ts';
import { type Fetch, fetchJson } from './fetch-json.ts';

const responseSchema = z.object({
  // null when nothing is found.
  suggestions: z
    .array(
      z.object({
        street_line: z.string(),
        secondary: z.string().optional(),
        city: z.string(),
        state: z.string(),
        zipcode: z.string(),
        /** Flats behind this entry; only a suggestion of one is a whole address. */
        entries: z.number().optional(),
      }),
    )
    .nullish(),
});

/** Smarty US Autocomplete Pro: https://www.smarty.com/docs/cloud/us-autocomplete-pro-api */
export function smartyProvider(credentials: { authId: string; authToken: string }, fetch: Fetch): AddressProvider {
  return {
    name: 'smarty',
    knowsStreets: true,
    async find({ text, limit, preferredState, signal }) {
      const url = new URL('https://us-autocomplete-pro.api.smarty.com/lookup');
      url.search = new URLSearchParams({
        'auth-id': credentials.authId,
        'auth-token': credentials.authToken,
        search: text,
        max_results: String(limit),
        ...(preferredState && { prefer_states: preferredState }),
        source: 'all',
      }).toString();
      const { suggestions } = await fetchJson(fetch, url, signal, responseSchema);
      return (suggestions ?? []).slice(0, limit).map((suggestion) => ({
        address_line_1: suggestion.street_line,
        address_line_2: (suggestion.entries ?? 0) > 1 ? '' : (suggestion.secondary ?? ''),
        city: suggestion.city,
        state: suggestion.state,
        zip: suggestion.zipcode,
        country: 'USA',
      }));
    },
  };
}
