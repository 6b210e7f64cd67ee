import { area } from '../area.ts';

/** The button that closes a window over the page. */
export const dialog = area('dialog', {
  close: 'Close',
});
