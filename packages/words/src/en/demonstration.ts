import { area } from '../area.ts';

/** What every page of an installation with invented applications says. */
export const demonstration = area('demonstration', {
  label: 'Demonstration',
  text: 'Demonstration: everybody here is invented.',
});
