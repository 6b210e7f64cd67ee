import { area } from '../area.ts';

/** How people of the admissions office come in. */
export const officeSignIn = area('office-sign-in', {
  title: 'Sign In',
  intro: 'For the admissions office of {university}.',
  applicants: 'Applying to {university}?',
  toApplication: 'Go to the application',
  errorLabel: 'Sign In Error',
  provider: 'Sign in with your university account',
  or: 'or with a password',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  show: 'Show',
  hide: 'Hide',
  code: 'Code',
  codeHint: 'The 6 digits that your authenticator app shows, or one of your recovery codes.',
  submit: 'Sign In',
  needed: {
    email: 'Please enter your email address.',
    password: 'Please enter your password.',
    code: 'Please enter the code.',
  },
  signedOut: 'You are signed out.',
  ended: "You've been signed out. Sign in again to continue where you were.",
  help: "Can't sign in? Ask a director of your office for a new link.",
});
