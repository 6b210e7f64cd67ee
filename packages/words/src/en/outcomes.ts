import { area } from '../area.ts';

/** Messages after a successful call. They are the same for known and unknown addresses. */
export const outcomes = area('outcomes', {
  signedUp: "We've sent a 6-digit code to your email address.",
  confirmed: 'Your account is confirmed. You can log in now.',
  confirmedElsewhere:
    "Your email address is confirmed. To keep your account safe, we've sent you a link to choose your password. After that, you can log in.",
  resent: "If an account with this email address is waiting for a code, we've sent a new one.",
  loggedIn: 'You are logged in.',
  forgot: "If there's an account with this email address, we've sent it a link to choose a new password.",
  passwordChanged: 'Your password has been changed, and every other browser has been logged out.',
  emailCodeSent: "We've sent a 6-digit code to your new email address.",
  emailChanged: 'Your email address has been changed, and every other browser has been logged out.',
  emailRestored:
    "Your account has your earlier email address, and every browser has been logged out. We've sent you a link to choose a new password.",
  reset: 'Your password has been changed. You can log in with it now.',
  saved: 'Your answers have been saved.',
  remindersStopped: "You won't get any more reminders.",
});
