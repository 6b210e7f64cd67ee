import { area } from '../area.ts';

/** The card that sends a link for a new password. */
export const forgot = area('forgot', {
  title: 'Forgot Password',
  errorLabel: 'Forgot Password Card Error',
  intro: "Enter your email address and we'll send you a link to choose a new password.",
  successLabel: 'Success Notification',
  question: 'Remembered your password?',
  link: 'Log In',
});
