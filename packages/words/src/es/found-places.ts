import type { Translation } from '../area.ts';
import type { foundPlaces } from '../en/found-places.ts';

export const es = {
  city: 'Ciudad y estado',
  zip: 'Ciudad, estado y código postal',
} satisfies Translation<typeof foundPlaces.texts>;
