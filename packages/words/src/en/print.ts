import { area } from '../area.ts';

/** The header of every printed sheet. */
export const print = area('print', {
  draft: 'Draft - not submitted · Answers as of {moment}',
  sheet: 'Page {page} of {pages}',
  submitted: 'Submitted {day} · Confirmation number {number}',
});
