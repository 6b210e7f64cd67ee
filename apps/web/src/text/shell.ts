const KEPT = "Nothing that's saved is lost. Please keep this page open: we'll continue as soon as we can.";

/** Words of everything around the form. */
export const shellText = {
  skip: 'Skip to the form',
  loading: 'Loading your application',
  errorTitlePrefix: 'Error: ',
  account: {
    trigger: 'Account',
    close: 'Close',
    visitor: 'Create an account to save your answers and come back to them anytime.',
    signIn: 'Sign In',
    createAccount: 'Create Account',
  },
  navigation: { label: 'Steps of the application' },
  /** The page on which answers are checked, and the way back there. */
  review: { title: 'Check your answers', back: 'Back to answers' },
  buttons: { next: 'Save and Continue', previous: 'Previous', submit: 'Submit Application' },
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
    /** Below the words for whoever comes back. */
    resume: { before: 'Where was I? Your first open question:', allAnswered: 'Every question we need is answered.' },
  },
  offline: {
    title: "You aren't connected.",
    text: "We can't reach the application right now. What you've typed is kept. We'll continue as soon as you're back online.",
    saved: 'The answers that are saved already come back then, too.',
  },
  /** While the server puts off what a page begins with, and the page asks for it again. */
  putOff: {
    busy: { title: "We're busy right now.", text: KEPT },
    away: { title: "We can't reach the application right now.", text: KEPT },
  },
  /** Fixed wording: ERR-20. */
  error: {
    title: 'Something went wrong.',
    text: 'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    reload: 'Try again',
    home: 'Go to the first page',
    help: "If it happens again, write to us and we'll help you:",
  },
  service: {
    refused: "This view of the application can't be opened. The link may be incomplete or too old.",
    whomToAsk: 'Ask whoever sent it to you for a new one, or write to the Office of Admissions:',
  },
} as const;
