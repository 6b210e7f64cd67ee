import { createRequire } from 'node:module';
import * as z from 'zod';

/** A city with all its ZIP codes. */
export interface ZipPlace {
  readonly city: string;
  readonly state: string;
  readonly zips: readonly string[];
}

export interface ZipPlaces {
  /** Cities whose name begins with these words, lower case. */
  beginningWith(city: string): readonly ZipPlace[];
  /** The cities of ZIP codes that begin with these digits. */
  ofZip(digits: string): readonly ZipPlace[];
}

const codesModule = z.object({
  codes: z.record(z.string(), z.object({ zip: z.string(), city: z.string(), state: z.string() })),
});

const INDEXED = 3;

let places: ZipPlaces | undefined;

/** US cities and their ZIP codes, read at the first use: 42,555 codes, about 0.1 s. */
export function zipPlaces(): ZipPlaces {
  places ??= readPlaces();
  return places;
}

function readPlaces(): ZipPlaces {
  const loaded: unknown = createRequire(import.meta.url)('zipcodes/lib/codes.js');
  const byCity = new Map<string, { city: string; state: string; zips: string[] }>();
  const byZip = new Map<string, { city: string; state: string; zips: string[] }[]>();
  for (const { zip, city, state } of Object.values(codesModule.parse(loaded).codes)) {
    const name = `${city}, ${state}`;
    const place = byCity.get(name) ?? { city, state, zips: [] };
    byCity.set(name, place);
    place.zips.push(zip);
    const key = zip.slice(0, INDEXED);
    byZip.set(key, [...(byZip.get(key) ?? []), { city, state, zips: [zip] }]);
  }
  const byBeginning = new Map<string, ZipPlace[]>();
  for (const place of byCity.values()) {
    const key = place.city.toLowerCase().slice(0, INDEXED);
    byBeginning.set(key, [...(byBeginning.get(key) ?? []), place]);
  }
  return {
    beginningWith: (city) =>
      city.length < INDEXED
        ? []
        : (byBeginning.get(city.slice(0, INDEXED)) ?? []).filter((place) => place.city.toLowerCase().startsWith(city)),
    ofZip: (digits) => (byZip.get(digits.slice(0, INDEXED)) ?? []).filter((place) => place.zips[0]?.startsWith(digits)),
  };
}
