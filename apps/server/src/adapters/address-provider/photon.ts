import { COUNTRIES } from '@firstyear/form-engine/lists/countries';
import { CANADIAN_PROVINCES, US_STATES_AND_REGIONS } from '@firstyear/form-engine/lists/states';
import * as z from 'zod';
import { type AddressProvider, preferState } from './address-provider.ts';
import { type Fetch, fetchJson } from './fetch-json.ts';
import { houseNumberOf } from './house-number.ts';

const responseSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        type: z.string().optional(),
        name: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        city: z.string().optional(),
        locality: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
        countrycode: z.string().optional(),
      }),
    }),
  ),
});

const COUNTRY_BY_NAME = new Map(COUNTRIES.options.map(({ value, label }) => [label, value]));
const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Alpha-3 code of an alpha-2 one; '' where the form has no such country. */
function countryOf(alpha2: string | undefined): string {
  if (!/^[A-Z]{2}$/.test(alpha2 ?? '')) return '';
  return COUNTRY_BY_NAME.get(countryNames.of(alpha2 ?? '') ?? '') ?? '';
}

/** The state's code where the form has a list; its name elsewhere. */
function stateOf(name: string, country: string): string {
  const list = country === 'USA' ? US_STATES_AND_REGIONS : country === 'CAN' ? CANADIAN_PROVINCES : [];
  return list.find((option) => option.label === name)?.value ?? name;
}

/** Photon, on a server of one's own: https://github.com/komoot/photon */
export function photonProvider(baseUrl: string, fetch: Fetch): AddressProvider {
  return {
    name: 'photon',
    knowsStreets: true,
    async find({ text, limit, preferredState, signal }) {
      const url = new URL('api', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
      url.search = new URLSearchParams({ q: text, limit: String(limit * 2), lang: 'en' }).toString();
      const { features } = await fetchJson(fetch, url, signal, responseSchema);
      const found = features.flatMap(({ properties: place }) => {
        const street = place.street ?? (place.type === 'street' ? place.name : undefined);
        if (street === undefined) return [];
        const country = countryOf(place.countrycode);
        return {
          address_line_1: [place.housenumber ?? houseNumberOf(text), street].filter(Boolean).join(' '),
          address_line_2: '',
          city: place.city ?? place.locality ?? '',
          state: stateOf(place.state ?? '', country),
          zip: place.postcode ?? '',
          country,
        };
      });
      return preferState(preferredState, found).slice(0, limit);
    },
  };
}
