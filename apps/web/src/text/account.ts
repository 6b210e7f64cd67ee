/** Words of the account popover for an applicant. */
export const ACCOUNT_TEXT = {
  signedInAs: 'Logged in as',
  pdfCopy: 'Get a PDF copy',
  logOut: 'Log Out',
  changePassword: 'Change password',
  changeEmail: 'Change email address',
} as const;
