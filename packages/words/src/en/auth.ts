import { area } from '../area.ts';

/** Texts of the authentication cards: those that they share, then each card's own. */
export const auth = area('auth', {
  submit: 'Submit',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  show: 'Show',
  hide: 'Hide',
  closeMessage: 'Close this message',
  email: 'Email',
  password: 'Password',
  code: 'Confirmation code',
  codeHint: 'The 6 numbers from our email. It can take a minute to arrive. Check your spam folder, too.',
  successLabel: 'Success Notification',
  resend: 'Resend confirmation code',
  resendError: 'Resend Confirmation Code Error',
  carried: "The answers you've typed are kept. We'll save them once you log in.",
  noCookies: {
    label: 'Cookies',
    text: "Your browser isn't keeping this site's cookies, and you need them to log in. Allow cookies for this site in your browser's settings, then reload this page.",
  },
  logout: {
    label: 'Logging out',
    stuck:
      "We couldn't reach the application, so you aren't fully logged out yet. Please keep this page open: we'll log you out as soon as we can reach it again.",
    done: "You're logged out now.",
  },
  requirements: {
    title: 'Your password needs:',
    states: { inactive: '', error: 'not yet', success: 'done' },
  },
  login: {
    title: 'Log In',
    errorLabel: 'Login Card Error',
    forgot: 'Forgot password',
    question: "Don't have an account?",
    link: 'Sign Up',
  },
  signup: {
    title: 'Sign Up',
    errorLabel: 'Signup Card Error',
    emailHint: "Enter an email address you'll still use next year. We'll send a code to it.",
    question: 'Already have an account?',
    link: 'Log In',
  },
  confirm: {
    title: 'Confirm Your Account',
    errorLabel: 'Confirm Card Error',
    wrongAddress: 'Wrong address? Sign up again',
    /** For a new link to choose a password, after the code was entered in another browser. */
    sendAgain: 'Send the link again',
    question: 'Already confirmed?',
    link: 'Log In',
  },
  forgot: {
    title: 'Forgot Password',
    errorLabel: 'Forgot Password Card Error',
    intro: "Enter your email address and we'll send you a link to choose a new password.",
    question: 'Remembered your password?',
    link: 'Log In',
  },
  reset: {
    title: 'Reset Password',
    errorLabel: 'Reset Password Card Error',
    password: 'New password',
    confirm: 'Confirm password',
    noIdLink: 'Ask for a new link',
    question: 'Remembered your password?',
    link: 'Log In',
  },
  changePassword: {
    title: 'Change Password',
    errorLabel: 'Change Password Card Error',
    intro: 'Every other browser that is logged in to your account will be logged out.',
    current: 'Current password',
    password: 'New password',
    confirm: 'Confirm password',
    everywhere: 'Log out everywhere',
    unanswered: 'Your password may have been changed already, so please try the new one first.',
    question: 'Done here?',
    link: 'Back to your application',
  },
  changeEmail: {
    title: 'Change Email Address',
    errorLabel: 'Change Email Address Card Error',
    now: 'Your email address now:',
    intro:
      "You'll log in with the new address, and our emails will go there. Every other browser will be logged out. Answers in your application stay as they are.",
    email: 'New email address',
    password: 'Current password',
    sent: 'Enter the code that we sent to {email}. Your earlier address gets an email too: for 3 days, a link in it can undo the change.',
    another: 'Use another address',
    unanswered: 'Your email address may have been changed already, so please try the new one first.',
    question: 'Done here?',
    link: 'Back to your application',
  },
  restore: {
    title: 'Keep Your Email Address',
    errorLabel: 'Keep Your Email Address Card Error',
    intro:
      "If you didn't change the email address of your account, take it back here. Every browser will be logged out, your password will stop working, and we'll send you a link to choose a new one.",
    submit: 'Keep my address',
    question: 'Changed it yourself?',
    link: 'Log In',
  },
  reminders: {
    title: 'Stop Reminders',
    errorLabel: 'Stop Reminders Card Error',
    intro:
      "We remind you up to three times before the deadline of an application that you've started. You can stop these emails here. Your application stays as it is.",
    submit: 'Stop these emails',
    question: 'Want to finish your application?',
    link: 'Log In',
  },
  /** The end of a session, as reported on the Log In card. */
  sessionEnd: {
    /** Fixed wording: ERR-05. */
    invalid: 'Your session is invalid. Please clear your cookies and login again.',
    inactive: 'You have been automatically logged out due to inactivity.',
    endedElsewhere:
      "You've been logged out in another tab. Some answers in this tab weren't saved yet. Log in again to save them.",
  },
});
