import { area } from '../area.ts';

/** Problems of an email address, a password or a code, and the requirements of a new password. */
export const identityRules = area('identity-rules', {
  email: 'Your email address must be valid.',
  loginEmail: 'Please provide a valid email address.',
  loginPassword: 'Password is required.',
  resendEmail: 'You must provide a valid email address to resend a confirmation code.',
  code: 'The confirmation code must be exactly 6 numbers.',
  passwordsMatch: 'passwords must match',
  /** AMB-055. */
  noId: 'This page needs the whole link from our email, and part of it is missing. Please ask for a new link.',
  length: 'At least {minimum} characters',
  uppercase: 'One uppercase letter',
  lowercase: 'One lowercase letter',
  number: 'One number',
  special: 'One special character from {characters}',
  whitespace: 'No spaces at the beginning or end',
  maximum: 'At most {maximum} characters',
});
