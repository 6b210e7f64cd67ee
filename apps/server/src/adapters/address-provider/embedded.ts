import { US_STATES_AND_REGIONS } from '@firstyear/form-engine/lists/states';
import type { AddressProvider, FoundAddress } from './address-provider.ts';
import { type ZipPlace, zipPlaces } from './zip-places.ts';

/** With more ZIP codes than this a city is offered without one: the applicant types it. */
const MAX_ZIPS = 4;

/** Ends of streets; alone they are no beginning of a city. */
const STREET_WORDS = new Set(
  `street st avenue ave road rd drive dr lane ln court ct circle cir boulevard blvd way place pl terrace ter trail
   trl parkway pkwy highway hwy square sq loop run pike apt apartment unit suite ste box north south east west
   northeast northwest southeast southwest`.split(/\s+/),
);

const STATE_OF = new Map(
  US_STATES_AND_REGIONS.flatMap(({ value, label }) => [
    [value.toLowerCase(), value],
    [label.toLowerCase(), value],
  ]),
);

interface TypedAddress {
  readonly street: string;
  /** Beginnings of a city that the text may end with, the longest first, each with the street before it. */
  readonly cities: readonly { readonly city: string; readonly street: string }[];
  readonly state: string | undefined;
  readonly zip: string;
}

const MAX_CITY_WORDS = 4;
const LONGEST_STATE = 4;

/** Takes a typed address apart from its end: ZIP code, state, city; what is left is the street. */
function readTyped(text: string): TypedAddress | undefined {
  const comma = text.indexOf(',');
  const words = text.replaceAll(',', ' ').split(/\s+/).filter(Boolean);
  const streetWords = comma < 0 ? 0 : text.slice(0, comma).split(/\s+/).filter(Boolean).length;
  // A street has a number or a name of its own before anything else may begin.
  const least = comma < 0 ? 2 : streetWords;
  let rest = words;
  let zip = '';
  const last = rest.at(-1) ?? '';
  if (rest.length > least && /^\d{3,5}(-\d{0,4})?$/.test(last)) {
    zip = last.slice(0, 5);
    rest = rest.slice(0, -1);
  }
  let state: string | undefined;
  for (let count = Math.min(LONGEST_STATE, rest.length - least); count >= 1 && state === undefined; count -= 1) {
    state = STATE_OF.get(rest.slice(-count).join(' ').toLowerCase());
    if (state !== undefined) rest = rest.slice(0, -count);
  }
  const cities: { city: string; street: string }[] = [];
  const longest = comma < 0 ? Math.min(MAX_CITY_WORDS, rest.length - least) : rest.length - streetWords;
  const shortest = comma < 0 ? 1 : Math.max(longest, 1);
  for (let count = longest; count >= shortest; count -= 1) {
    const city = rest.slice(-count).join(' ').toLowerCase();
    const isStreet = comma < 0 && STREET_WORDS.has(rest.at(-count)?.toLowerCase() ?? '');
    if (city.length >= 3 && !isStreet) cities.push({ city, street: rest.slice(0, -count).join(' ') });
  }
  const street = rest.join(' ');
  return street === '' ? undefined : { street, cities, state, zip };
}

function addressesIn(place: ZipPlace, street: string, zip: string): readonly FoundAddress[] {
  const zips = place.zips.filter((item) => item.startsWith(zip));
  if (zips.length === 0) return [];
  const offered = zips.length > MAX_ZIPS ? [''] : zips;
  return offered.map((item) => ({
    address_line_1: street,
    address_line_2: '',
    city: place.city,
    state: place.state,
    zip: item,
    country: 'USA',
  }));
}

/**
 * Completes city, state and ZIP code around the street as it is typed. Knows all US cities and ZIP codes, no streets.
 * A city with several ZIP codes is offered once for each, or without one: none is guessed.
 */
export function embeddedProvider(): AddressProvider {
  return {
    name: 'embedded',
    knowsStreets: false,
    async find({ text, limit, preferredState }) {
      const typed = readTyped(text.trim());
      if (typed === undefined) return [];
      const places = zipPlaces();
      const nearness = (place: ZipPlace, city: string) =>
        (place.state === preferredState ? 2 : 0) + (place.city.toLowerCase() === city ? 1 : 0);
      for (const { city, street } of typed.cities) {
        const found = places
          .beginningWith(city)
          .filter((place) => typed.state === undefined || place.state === typed.state)
          .sort((a, b) => nearness(b, city) - nearness(a, city) || b.zips.length - a.zips.length)
          .flatMap((place) => addressesIn(place, street, typed.zip));
        if (found.length > 0) return found.slice(0, limit);
      }
      if (typed.zip === '') return [];
      return places
        .ofZip(typed.zip)
        .filter((place) => typed.state === undefined || place.state === typed.state)
        .sort((a, b) => nearness(b, '') - nearness(a, ''))
        .flatMap((place) => addressesIn(place, typed.street, ''))
        .slice(0, limit);
    },
  };
}
