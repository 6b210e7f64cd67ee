import { area } from '../area.ts';

/** The pages on which staff sign in, and set up their access with a link from a director. */
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
  problem: {
    expired: 'That took too long, or it began in another window. Please try again.',
    not_listed: "Your university account isn't on this office's list. Please ask a director of your office to add you.",
    refused: "Signing in with your university account didn't work. Please try again.",
    not_approved:
      "Your university account may not be used here yet. Please ask the administrator of your university's accounts to approve this site for your office.",
    provider_away: "The university's sign-on can't be reached right now. Please try again in a few minutes.",
  },
  signedOut: 'You are signed out.',
  signedOutHere:
    'You are signed out here. Your university account may still be signed in: on a shared computer, sign out of it too, or close the browser.',
  ended: "You've been signed out. Sign in again to continue where you were.",
  help: "Can't sign in? Ask a director of your office for a new link.",
  setUp: {
    title: 'Set Up Your Access',
    errorLabel: 'Set Up Error',
    hello: 'Hello, {name}. Choose a password, and add this account to an authenticator app on your phone.',
    appTitle: 'Authenticator app',
    appText: 'Scan this code with the app, or type in the key.',
    qr: 'QR code with the key for your authenticator app',
    key: 'Key',
    openApp: 'Open in an app on this device',
    password: 'New password',
    passwordHint: 'At least 12 characters, with a lower-case and an upper-case letter, a number, and a symbol.',
    code: 'Code from the app',
    submit: 'Set up my access',
    recoveryTitle: 'Keep these recovery codes',
    recoveryText:
      'Each one works once in place of a code, if your phone is lost. Nobody can show them to you again: print them, or keep them in a password manager.',
    copy: 'Copy all',
    copied: 'Copied.',
    toSignIn: 'I have kept them. Sign in now',
  },
});
