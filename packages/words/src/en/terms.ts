import { area } from '../area.ts';

/** The times of a term. {term}: the label of its choice; {moment}: in words, with the time zone. */
export const terms = area('terms', {
  notOpen: 'Applications for {term} open on {moment}. You can fill in this form now: your answers are kept until then.',
  open: 'You can submit your application for {term} until {moment}.',
  daysLeft: { one: 'One day left.', other: '{count} days left.' },
  lastDay: "Today's the last day.",
  counts: 'If you press Submit Application before then and it reaches us within {minutes} minutes, it counts.',
  thenAccepted: 'After that, we still read applications as long as there is room.',
  thenRefused: "After that, we can't accept applications for this term.",
  late: 'The deadline for {term} was {moment}. You can still apply: we read applications as long as there is room.',
  closed: 'Applications for {term} closed on {moment}. You can choose another term on the first page, or write to us:',
});
