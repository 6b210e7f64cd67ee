import { area } from '../area.ts';

/** What questions of some kinds say of their own, whatever the form. */
export const formKinds = area('form-kinds', {
  number: '{label}: Please enter a number, for example {example}.',
  wholeNumber: '{label}: Please enter a whole number, for example {example}.',
  inSteps: '{label}: Please enter a number in steps of {step}, for example {example}.',
  atLeast: '{label}: Please enter a number of at least {minimum}.',
  atMost: '{label}: Please enter a number of at most {maximum}.',
  fromTo: '{label}: Please enter a number from {minimum} to {maximum}.',
  documentAttached: 'A document is attached.',
  day: '{month} {day}, {year}',
  /** Of the year, with spaces between them. */
  months: 'January February March April May June July August September October November December',
});
