import { ALPHA_2 } from '@firstyear/form-engine/lists/names';
import { CANADIAN_PROVINCES, US_STATES_AND_REGIONS } from '@firstyear/form-engine/lists/states';
import * as z from 'zod';
import type { AddressProviderSettings } from '../../config/config.ts';
import {
  type AddressProvider,
  AddressProviderError,
  type AddressQuery,
  type FoundAddress,
} from './address-provider.ts';
import { embeddedProvider } from './embedded.ts';

export type Fetch = (
  url: URL,
  init: { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> },
) => Promise<Response>;

/** Calls a service and parses its response. The URL holds keys and what the applicant typed, so no error repeats it. */
async function fetchJson<T>(fetch: Fetch, url: URL, signal: AbortSignal, schema: z.ZodType<T>): Promise<T> {
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

/** Calls a service for each search. `read` turns its response into addresses, best first. */
function service<T>(
  name: string,
  fetch: Fetch,
  schema: z.ZodType<T>,
  address: string | URL,
  parametersOf: (query: AddressQuery) => Readonly<Record<string, string>>,
  read: (response: T, query: AddressQuery) => readonly FoundAddress[],
): AddressProvider {
  return {
    name,
    knowsStreets: true,
    async find(query) {
      const url = new URL(address);
      url.search = new URLSearchParams(parametersOf(query)).toString();
      return read(await fetchJson(fetch, url, query.signal, schema), query).slice(0, query.limit);
    },
  };
}

/** Addresses of the preferred state first, otherwise in their order. */
const preferState = (state: string, found: readonly FoundAddress[]): readonly FoundAddress[] =>
  found.toSorted((a, b) => Number(b.state === state) - Number(a.state === state));

/** A street with its house number, which is the typed one where the service knows none. */
const lineOf = (number: string | undefined, street: string, typed: string) =>
  [number ?? /^\s*(\d+[a-z]?(?:[-/]\d+)?)\s/i.exec(typed)?.[1], street].filter(Boolean).join(' ');

const text = z.string().optional();

const hereResponse = z.object({
  items: z.array(
    z.object({
      address: z.object({
        countryCode: text,
        stateCode: text,
        state: text,
        city: text,
        street: text,
        houseNumber: text,
        postalCode: text,
      }),
    }),
  ),
});

/** HERE Geocoding and Search, /v1/autocomplete: https://docs.here.com/geocoding-and-search/docs/autocomplete */
const here = (apiKey: string, fetch: Fetch) =>
  service(
    'here',
    fetch,
    hereResponse,
    'https://autocomplete.search.hereapi.com/v1/autocomplete',
    (query) => ({ q: query.text, limit: String(query.limit), lang: 'en', types: 'address', apiKey }),
    ({ items }, query) => {
      const found = items.flatMap(({ address }) => {
        if (address.street === undefined) return [];
        return {
          address_line_1: lineOf(address.houseNumber, address.street, query.text),
          address_line_2: '',
          city: address.city ?? '',
          state: address.stateCode ?? address.state ?? '',
          zip: address.postalCode ?? '',
          country: address.countryCode ?? '',
        };
      });
      return preferState(query.preferredState, found);
    },
  );

const smartyResponse = z.object({
  // null when nothing is found.
  suggestions: z
    .array(
      z.object({
        street_line: z.string(),
        secondary: text,
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
const smarty = (credentials: { readonly authId: string; readonly authToken: string }, fetch: Fetch) =>
  service(
    'smarty',
    fetch,
    smartyResponse,
    'https://us-autocomplete-pro.api.smarty.com/lookup',
    (query) => ({
      'auth-id': credentials.authId,
      'auth-token': credentials.authToken,
      search: query.text,
      max_results: String(query.limit),
      ...(query.preferredState && { prefer_states: query.preferredState }),
      source: 'all',
    }),
    ({ suggestions }) =>
      (suggestions ?? []).map((suggestion) => ({
        address_line_1: suggestion.street_line,
        address_line_2: (suggestion.entries ?? 0) > 1 ? '' : (suggestion.secondary ?? ''),
        city: suggestion.city,
        state: suggestion.state,
        zip: suggestion.zipcode,
        country: 'USA',
      })),
  );

const photonResponse = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        type: text,
        name: text,
        housenumber: text,
        street: text,
        city: text,
        locality: text,
        state: text,
        postcode: text,
        countrycode: text,
      }),
    }),
  ),
});

const ALPHA_3 = new Map(Array.from(ALPHA_2, ([alpha3, alpha2]) => [alpha2, alpha3]));

/** Alpha-3 code of an alpha-2 one; '' where the form has no such country. */
const countryOf = (alpha2 = ''): string => ALPHA_3.get(alpha2) ?? '';

/** The state's code where the form has a list; its name elsewhere. */
function stateOf(name: string, country: string): string {
  const list = country === 'USA' ? US_STATES_AND_REGIONS : country === 'CAN' ? CANADIAN_PROVINCES : [];
  return list.find((option) => option.label === name)?.value ?? name;
}

/** Photon, on a server of one's own: https://github.com/komoot/photon */
const photon = (baseUrl: string, fetch: Fetch) =>
  service(
    'photon',
    fetch,
    photonResponse,
    new URL('api', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`),
    (query) => ({ q: query.text, limit: String(query.limit * 2), lang: 'en' }),
    ({ features }, query) => {
      const found = features.flatMap(({ properties: place }) => {
        const street = place.street ?? (place.type === 'street' ? place.name : undefined);
        if (street === undefined) return [];
        const country = countryOf(place.countrycode);
        return {
          address_line_1: lineOf(place.housenumber, street, query.text),
          address_line_2: '',
          city: place.city ?? place.locality ?? '',
          state: stateOf(place.state ?? '', country),
          zip: place.postcode ?? '',
          country,
        };
      });
      return preferState(query.preferredState, found);
    },
  );

/** The provider that the settings name. */
export function createAddressProvider(
  settings: AddressProviderSettings,
  fetch: Fetch = globalThis.fetch,
): AddressProvider {
  switch (settings.kind) {
    case 'embedded':
      return embeddedProvider();
    case 'here':
      return here(settings.apiKey, fetch);
    case 'smarty':
      return smarty(settings, fetch);
    case 'photon':
      return photon(settings.url, fetch);
  }
}
