import { area } from '../area.ts';

/** The button that closes a dialog. */
export const dialog = area('dialog', {
  close: 'Close',
});
