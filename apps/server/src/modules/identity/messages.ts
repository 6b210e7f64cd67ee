/** What an applicant reads after a call that went well. The same for known and unknown addresses. */
export const IDENTITY_MESSAGES = {
  signedUp: 'We have sent a 6-digit code to your email address.',
  confirmed: 'Your account is confirmed. You can log in now.',
  confirmedElsewhere:
    'Your email address is confirmed. To keep your account safe, we have sent you a link to choose your password. After that you can log in.',
  resent: 'If an account with this email address is waiting for a code, we have sent a new one.',
  loggedIn: 'You are logged in.',
  forgot: 'If there is an account with this email address, we have sent it a link to choose a new password.',
  reset: 'Your password is changed. You can log in with it now.',
} as const;
