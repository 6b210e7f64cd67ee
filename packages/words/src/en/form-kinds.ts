import { area } from '../area.ts';

/** Messages of kinds of questions, the same in every form. */
export const formKinds = area('form-kinds', {
  number: '{label}: Please enter a number, for example {example}.',
  wholeNumber: '{label}: Please enter a whole number, for example {example}.',
  inSteps: '{label}: Please enter a number in steps of {step}, for example {example}.',
  atLeast: '{label}: Please enter a number of at least {minimum}.',
  atMost: '{label}: Please enter a number of at most {maximum}.',
  fromTo: '{label}: Please enter a number from {minimum} to {maximum}.',
  tooLong: "{label}: Please shorten this from {count} to {limit} characters. It isn't saved yet.",
  documentAttached: 'A document is attached.',
  day: '{month} {day}, {year}',
  /** Separated by spaces. */
  months: 'January February March April May June July August September October November December',
});
