import { area } from '../area.ts';

/** The card on which a new password is chosen. */
export const reset = area('reset', {
  title: 'Reset Password',
  errorLabel: 'Reset Password Card Error',
  password: 'New password',
  confirm: 'Confirm password',
  noId: 'This page needs the whole link from our email, and part of it is missing. Please ask for a new link.',
  noIdLink: 'Ask for a new link',
  question: 'Remembered your password?',
  link: 'Log In',
});
