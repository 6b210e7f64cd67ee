import { createRequire } from 'node:module';
import { US_STATES_AND_REGIONS } from '@firstyear/form-engine/lists/states';
import * as z from 'zod';
import type { AddressProvider, FoundAddress } from './address-provider.ts';

/** A city with all its ZIP codes. */
interface ZipPlace {
  readonly city: string;
  readonly state: string;
  readonly zips: string[];
}

const codesModule = z.object({
  codes: z.record(z.string(), z.object({ zip: z.string(), city: z.string(), state: z.string() })),
});

/** Cities and ZIP codes are found by this many characters; typed texts are no shorter. */
const INDEXED = 3;

function readPlaces() {
  const loaded: unknown = createRequire(import.meta.url)('zipcodes/lib/codes.js');
  const codes = Object.values(codesModule.parse(loaded).codes);
  const byCity = Map.groupBy(codes, ({ city, state }) => `${city}, ${state}`);
  const cities = [...byCity.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, zips: [first, ...others].map(({ zip }) => zip) }] : [],
  );
  const byBeginning = Map.groupBy<string, ZipPlace>(cities, ({ city }) => city.toLowerCase().slice(0, INDEXED));
  const byZip = Map.groupBy(codes, ({ zip }) => zip.slice(0, INDEXED));
  return {
    /** Cities whose name begins with these words, lower case. */
    beginningWith: (city: string): readonly ZipPlace[] =>
      (byBeginning.get(city.slice(0, INDEXED)) ?? []).filter((place) => place.city.toLowerCase().startsWith(city)),
    /** The cities of ZIP codes that begin with these digits. */
    ofZip: (digits: string): readonly ZipPlace[] =>
      (byZip.get(digits.slice(0, INDEXED)) ?? [])
        .filter(({ zip }) => zip.startsWith(digits))
        .map(({ city, state, zip }) => ({ city, state, zips: [zip] })),
  };
}

let loadedPlaces: ReturnType<typeof readPlaces> | undefined;

/** US cities and their ZIP codes, read at the first use: 42,555 codes, about 0.1 s. */
function zipPlaces() {
  loadedPlaces ??= readPlaces();
  return loadedPlaces;
}

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
      const readings = [
        ...typed.cities.map((reading) => ({ ...reading, zip: typed.zip, found: places.beginningWith(reading.city) })),
        ...(typed.zip === '' ? [] : [{ city: '', street: typed.street, zip: '', found: places.ofZip(typed.zip) }]),
      ];
      for (const { city, street, zip, found } of readings) {
        const addresses = found
          .filter((place) => typed.state === undefined || place.state === typed.state)
          .sort((a, b) => nearness(b, city) - nearness(a, city) || b.zips.length - a.zips.length)
          .flatMap((place) => addressesIn(place, street, zip));
        if (addresses.length > 0) return addresses.slice(0, limit);
      }
      return [];
    },
  };
}
