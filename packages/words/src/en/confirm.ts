import { area } from '../area.ts';

/** The Confirm Your Account card. */
export const confirm = area('confirm', {
  title: 'Confirm Your Account',
  errorLabel: 'Confirm Card Error',
  wrongAddress: 'Wrong address? Sign up again',
  successLabel: 'Success Notification',
  /** For a new link to choose a password, after the code was entered in another browser. */
  sendAgain: 'Send the link again',
  question: 'Already confirmed?',
  link: 'Log In',
});
