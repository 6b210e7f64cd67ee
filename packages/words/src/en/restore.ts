import { area } from '../area.ts';

/** The card that restores an email address. */
export const restore = area('restore', {
  title: 'Keep Your Email Address',
  errorLabel: 'Keep Your Email Address Card Error',
  intro:
    "If you didn't change the email address of your account, take it back here. Every browser will be logged out, your password will stop working, and we'll send you a link to choose a new one.",
  submit: 'Keep my address',
  question: 'Changed it yourself?',
  link: 'Log In',
});
