import { area } from '../area.ts';

/** Texts around the form, without the footer. */
export const shell = area('shell', {
  skip: 'Skip to the form',
  account: 'Account',
  closeAccount: 'Close',
  visitor: 'Create an account to save your answers and come back to them anytime.',
  signIn: 'Sign In',
  createAccount: 'Create Account',
  steps: 'Steps of the application',
  /** The page for checking answers, and the link back to it. */
  review: 'Check your answers',
  backToReview: 'Back to answers',
  next: 'Save and Continue',
  previous: 'Previous',
  submit: 'Submit Application',
  /** Fixed wording: LAYOUT-25 to LAYOUT-27. */
  banner: {
    label: 'Welcome',
    visitor: {
      title: 'Is this your first time here?',
      text: "Take a look around and start right away. There's no fee and no essay. You'll need an account to save your answers.",
      before: 'If you already have an account,',
      link: 'log in',
      after: 'to pick up where you left off.',
    },
    firstLogin: {
      title: 'Way to go!',
      text: "You've taken the first step. There's no fee and no essay. Answer the questions at your own pace, and we'll save your answers as you go.",
    },
    returning: {
      title: "We're waiting for your application!",
      text: 'Please finish applying today so we can get right to work on your admission decision!',
    },
  },
  /** Below the text for returning applicants. */
  resume: { before: 'Where was I? Your first open question:', allAnswered: 'Every question we need is answered.' },
});
