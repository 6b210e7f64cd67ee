import { area } from '../area.ts';

/** The Reset Password card. */
export const reset = area('reset', {
  title: 'Reset Password',
  errorLabel: 'Reset Password Card Error',
  password: 'New password',
  confirm: 'Confirm password',
  noIdLink: 'Ask for a new link',
  question: 'Remembered your password?',
  link: 'Log In',
});
