import { area } from '../area.ts';

/** The card that stops reminders. */
export const reminders = area('reminders', {
  title: 'Stop Reminders',
  errorLabel: 'Stop Reminders Card Error',
  intro:
    "We remind you up to three times before the deadline of an application that you've started. You can stop these emails here. Your application stays as it is.",
  submit: 'Stop these emails',
  successLabel: 'Success Notification',
  question: 'Want to finish your application?',
  link: 'Log In',
});
