import { area } from '../area.ts';

/** The application as plain text: on paper, for staff, and for checking answers. */
export const serviceView = area('service-view', {
  noAnswer: '—',
  componentNumber: 'No.',
  /** The heading of a component that begins with a heading of its own. */
  componentOf: '{component}: {legend}',
  /** In place of an answer that not everybody in the office may read. */
  sealed: 'Answered, and sealed',
  studentType: 'Student type: {type}',
  /** The head of every printed sheet. */
  draft: 'Draft - not submitted · Answers as of {moment}',
  sheet: 'Page {page} of {pages}',
  submitted: 'Submitted {day} · Confirmation number {number}',
  corrected: 'Corrected on {day}: {questions}',
});
