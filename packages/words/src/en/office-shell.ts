import { area } from '../area.ts';

/** Texts around every page of the admissions office, and instead of a page. */
export const officeShell = area('office-shell', {
  title: '{page} - {university} Admissions',
  admissions: 'Admissions',
  skip: 'Skip to the content',
  navigation: 'Office',
  applications: 'Applications',
  exports: 'Exports',
  numbers: 'Numbers',
  form: 'Form',
  audit: 'Audit trail',
  staff: 'Staff',
  close: 'Close',
  cancel: 'Cancel',
  signOut: 'Sign out',
  role: 'Role: {role}',
  limited: 'You see some applications only, those your role is for.',
  singleKeys: 'Use single keys (j, k, x, /) in lists',
  notice: 'Notice',
  readOnly:
    "The university's sign-on can't be reached. You can go on reading for a while, but nothing can be changed until it's back.",
  loading: 'Loading',
  failed: {
    title: "This page couldn't be loaded.",
    away: "We can't reach the server right now. Please check your connection and try again.",
    retry: 'Try again',
  },
  forbidden: {
    title: 'Your role is not allowed to see this page.',
    text: 'If you need it for your work, ask a director of your office to change your role.',
  },
  notFound: { title: "This page doesn't exist.", back: 'Go to the applications' },
  idle: {
    title: 'Still working?',
    body: "You haven't done anything here for a while. To keep applications safe, we'll sign you out in about one minute. A note that isn't saved yet stays in this window.",
    stay: 'Continue working',
  },
});
