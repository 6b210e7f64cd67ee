import { area } from '../area.ts';

/** The screen after submitting. */
export const completion = area('completion', {
  title: 'Your application has been submitted',
  thanks:
    "Thank you for applying to {university}. We have everything we need from this form, and you can't change it anymore unless we ask you to. We send your receipt, and any other email about your application, to {email}.",
  yourAddress: 'your email address',
  confirmationNumber: 'Confirmation number',
  submittedAt: 'Submitted on',
  term: 'Applied for',
  attached: 'Attached',
  datesTitle: 'Dates to remember',
  calendar: 'Add these dates to your calendar',
  copyTitle: 'Your copy',
  copyText: 'Keep a PDF copy of your application for your records.',
  codes: 'Codes for your score reports: ACT {act}, SAT {sat}.',
  testBoards: { act: 'ACT', sat: 'SAT', toefl: 'TOEFL' },
  orderFrom: 'Order score reports from',
  /** Fixed wording: LAYOUT-24. */
  steps: 'To complete your application, you must take the following steps.',
});
