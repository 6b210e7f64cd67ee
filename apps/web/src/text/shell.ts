/** Words of everything around the form. */
export const shellText = {
  skip: 'Skip to the form',
  loading: 'Loading your application',
  errorTitlePrefix: 'Error: ',
  account: {
    trigger: 'Account',
    close: 'Close',
    signedInAs: 'Signed in as',
    pdfCopy: 'Get a PDF copy',
    logOut: 'Log Out',
    visitor: 'Create an account to save your answers and come back to them any time.',
    signIn: 'Sign In',
    createAccount: 'Create Account',
  },
  navigation: {
    label: 'Steps of the application',
    left: (count: number) => `${count} to go`,
    complete: 'Complete',
  },
  buttons: { next: 'Save and Continue', previous: 'Previous', submit: 'Submit Application' },
  /** Specification 2, welcome banner. */
  banner: {
    label: 'Welcome',
    visitor: {
      title: 'Is this your first time here?',
      text: 'Look around and start right away: no fee, no essay. To save your answers you need an account.',
      before: 'If you have an account already,',
      link: 'log in',
      after: 'to go on where you stopped.',
    },
    firstLogin: {
      title: 'Way to go!',
      text: 'You have taken the first step. There is no fee and no essay: answer the questions in your own time, we save as you go.',
    },
    returning: {
      title: "We're waiting for your application!",
      text: 'Please finish applying today so we can get right to work on your admission decision!',
    },
    submitted: 'To complete your application, you must take the following steps.',
  },
  completion: {
    title: 'Your application is submitted',
    text: (name: string) =>
      `Thank you for applying to ${name}. We have everything we need from this form, and it can no longer be changed. A receipt is on its way to your e-mail address.`,
    confirmationNumber: 'Confirmation number',
    submittedAt: 'Submitted on',
    copyTitle: 'Your copy',
    copyText: 'Keep a PDF copy of your application for your records.',
    codes: (act: string, sat: string) => `Codes for your score reports: ACT ${act}, SAT ${sat}.`,
    testBoards: { act: 'ACT', sat: 'SAT', toefl: 'TOEFL' },
    orderFrom: 'Order score reports from',
  },
  /** Specification 2, /completion. */
  submitted: 'Your application was successfully submitted.',
  toasts: {
    region: 'Notifications ({hotkey})',
    success: 'Success Notification',
    error: 'Error',
    close: 'Close this message',
  },
  /** Specification 8, root error page. */
  error: {
    title: 'Something went wrong.',
    text: 'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    reload: 'Try again',
    home: 'Go to the first page',
    help: 'If it happens again, write to us and we help you on:',
  },
  service: {
    refused: 'This view of an application cannot be opened.',
    studentType: (type: string) => `Student type: ${type}`,
    document: (number: number, count: number) => `Document ${number} of ${count}`,
    documentFollows: 'As the applicant uploaded it, on the sheets that follow.',
  },
} as const;
