import { area } from '../area.ts';

/** What stands at the top of every sheet. */
export const print = area('print', {
  draft: 'Draft - not submitted · Answers as of {moment}',
  sheet: 'Page {page} of {pages}',
  submitted: 'Submitted {day} · Confirmation number {number}',
});
