import { area } from '../area.ts';

/** The card that changes the email address. */
export const changeEmail = area('change-email', {
  title: 'Change Email Address',
  errorLabel: 'Change Email Address Card Error',
  now: 'Your email address now:',
  intro:
    "You'll log in with the new address, and our emails will go there. Every other browser will be logged out. Answers in your application stay as they are.",
  email: 'New email address',
  password: 'Current password',
  sent: 'Enter the code that we sent to {email}. Your earlier address gets an email too: for 3 days, a link in it can undo the change.',
  another: 'Use another address',
  unanswered: 'Your email address may have been changed already, so please try the new one first.',
  successLabel: 'Success Notification',
  question: 'Done here?',
  link: 'Back to your application',
});
