import { area } from '../area.ts';

/** Messages of kinds of questions, the same in every form. */
export const formKinds = area('form-kinds', {
  tooLong: "{label}: Please shorten this from {count} to {limit} characters. It isn't saved yet.",
  documentAttached: 'A document is attached.',
  day: '{month} {day}, {year}',
  /** Separated by spaces. */
  months: 'January February March April May June July August September October November December',
});
