import { area } from '../area.ts';

/** Texts that the authentication cards share. */
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
});
