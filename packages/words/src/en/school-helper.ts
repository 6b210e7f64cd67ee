import { area } from '../area.ts';

/** Whom an applicant asks for the papers of the school, on the screen after submitting. */
export const schoolHelper = area('school-helper', {
  title: 'Who sends your school papers',
  nobody:
    'You have asked nobody yet. Give us the name and the email address of your school counselor, and we email them a link to send your papers.',
  mailed: 'We emailed {to} a link on {day}.',
  notMailed: "We couldn't email {to} yet. Please send the link again later.",
  sent: '{name} has sent us what we asked for.',
  declined: "{name} told us that they can't send your papers. Please ask somebody else.",
  wrongPerson: '{name} told us that they are the wrong person. Please ask somebody else.',
  again: 'Send it again',
  againAt: 'You can send it again from {time} on.',
  askOther: 'Ask somebody else',
  ask: 'Ask somebody',
  name: 'Their name',
  email: 'Their email address',
  emailHint: "Someone at your school. It can't be your own address or your family's.",
  nameNeeded: 'Please enter a name.',
  emailNeeded: 'Please enter an email address.',
  send: 'Email them a link',
  cancel: 'Cancel',
});
