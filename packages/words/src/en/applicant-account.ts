import { area } from '../area.ts';

/** The account popover for an applicant. */
export const applicantAccount = area('applicant-account', {
  signedInAs: 'Logged in as',
  pdfCopy: 'Get a PDF copy',
  logOut: 'Log Out',
  changePassword: 'Change password',
  changeEmail: 'Change email address',
});
