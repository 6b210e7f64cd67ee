import { area } from '../area.ts';

/** The dialog for unexpected errors. */
export const unexpected = area('unexpected', {
  title: 'Unexpected Error',
  close: 'Close',
});
