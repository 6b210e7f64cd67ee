import { area } from '../area.ts';

/** The card that changes the password. */
export const changePassword = area('change-password', {
  title: 'Change Password',
  errorLabel: 'Change Password Card Error',
  intro: 'Every other browser that is logged in to your account will be logged out.',
  current: 'Current password',
  password: 'New password',
  confirm: 'Confirm password',
  successLabel: 'Success Notification',
  everywhere: 'Log out everywhere',
  unanswered: 'Your password may have been changed already, so please try the new one first.',
  question: 'Done here?',
  link: 'Back to your application',
});
