import { area } from '../area.ts';

/** What a suggested place fills in where no street is known. */
export const foundPlaces = area('found-places', {
  city: 'City and state',
  zip: 'City, state, and ZIP Code',
});
