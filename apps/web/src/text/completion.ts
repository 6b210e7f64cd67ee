/** Words of the screen after submitting. */
export const COMPLETION_TEXT = {
  title: 'Your application has been submitted',
  text: (name: string, email: string) =>
    `Thank you for applying to ${name}. We have everything we need from this form, and it can't be changed anymore. A receipt is on its way to ${email || 'your email address'}.`,
  confirmationNumber: 'Confirmation number',
  submittedAt: 'Submitted on',
  term: 'Applied for',
  attached: 'Attached',
  datesTitle: 'Dates to remember',
  calendar: 'Add these dates to your calendar',
  copyTitle: 'Your copy',
  copyText: 'Keep a PDF copy of your application for your records.',
  codes: (act: string, sat: string) => `Codes for your score reports: ACT ${act}, SAT ${sat}.`,
  testBoards: { act: 'ACT', sat: 'SAT', toefl: 'TOEFL' },
  orderFrom: 'Order score reports from',
  /** Fixed wording: LAYOUT-24. */
  steps: 'To complete your application, you must take the following steps.',
} as const;
