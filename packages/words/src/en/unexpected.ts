import { area } from '../area.ts';

/** The dialog of an error that nobody expected. */
export const unexpected = area('unexpected', {
  title: 'Unexpected Error',
  close: 'Close',
});
