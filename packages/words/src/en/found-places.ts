import { area } from '../area.ts';

/** Labels of suggested places without a street: what they fill in. */
export const foundPlaces = area('found-places', {
  city: 'City and state',
  zip: 'City, state, and ZIP Code',
});
