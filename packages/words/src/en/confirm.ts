import { area } from '../area.ts';

/** The card on which an account is confirmed. */
export const confirm = area('confirm', {
  title: 'Confirm Your Account',
  errorLabel: 'Confirm Card Error',
  question: 'Already confirmed?',
  link: 'Log In',
});
