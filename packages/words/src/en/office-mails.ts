import { area } from '../area.ts';

/** Mails that warn staff about their own access. */
export const officeMails = area('office-mails', {
  unexpected: "If you didn't expect this, please tell a director of your office right away.",
  linkMade: {
    subject: 'A link to set up your access to the {university} admissions office',
    made: '{by} made this link for you. It sets a new password and authenticator app for your access to the admissions office, once, until {moment}:',
  },
  setUp: {
    subject: 'Your access to the {university} admissions office was set up',
    used: 'A new password and authenticator app were just set for your access to the admissions office, with the link that {by} made. Every browser that was signed in has been signed out.',
  },
  newBrowser: {
    subject: 'New sign-in to the {university} admissions office',
    signedIn:
      'Someone, most likely you, just signed in to the admissions office with your password in a browser that has not been used for it before.',
  },
  failedSignIns: {
    subject: 'Many failed attempts to sign in to the {university} admissions office',
    tried:
      'Someone tried many times to sign in to the admissions office with your email address. None of those tries worked, and your own browser never has to wait for them.',
  },
});
