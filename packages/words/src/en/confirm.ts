import { area } from '../area.ts';

/** The Confirm Your Account card. */
export const confirm = area('confirm', {
  title: 'Confirm Your Account',
  errorLabel: 'Confirm Card Error',
  question: 'Already confirmed?',
  link: 'Log In',
});
