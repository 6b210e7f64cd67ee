import { area } from '../area.ts';

/** The director's numbers. */
export const officeNumbers = area('office-numbers', {
  title: 'Numbers',
  term: 'Term',
  allTerms: 'All terms',
  started: 'Started',
  submitted: 'Submitted',
  documentsWaiting: 'Documents being prepared',
  mailsWaiting: 'Emails waiting',
  mailsFailed: 'Emails that failed',
  byDay: 'By day',
  byTerm: 'By term',
  byState: 'By state',
  byResidence: 'By residence',
  bySchool: 'By school',
  draftsStopAt: 'Where drafts stop',
  draftsStopHint: 'The page that was open last, of drafts. Only saved answers are counted; nobody is followed.',
  day: 'Day',
  name: 'Name',
  count: 'Applications',
  table: 'As a table',
  none: 'Nothing to count yet.',
  unknown: 'Not known',
  testAccounts: 'Test accounts are in no number.',
  chart: '{title}: {first} to {last}, at most {most} on one day.',
});
