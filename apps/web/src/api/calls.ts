/** What making a call needs, loaded with the first one: the code, and every call of the app with its schemas. */
export { readResponse } from '@firstyear/api-client';
export { fetchCall } from '@firstyear/api-client/fetch-call';
export {
  answer,
  getAddAnother,
  getTabs,
  lastPage,
  profile,
  putAddAnother,
  putTabs,
  seeChanges,
  serviceApplication,
  setAside,
  stopReminders,
  submit,
  temporaryApplication,
  validations,
  webStatus,
} from '@firstyear/api-contract/application';
export { clientError } from '@firstyear/api-contract/client-errors';
export {
  conversionStatus,
  deleteConversion,
  deleteDocument,
  documentAnswers,
  pdf,
  presignedUrl,
  startConversion,
} from '@firstyear/api-contract/documents';
export {
  activity,
  changeEmail,
  changePassword,
  confirm,
  confirmEmail,
  forgotPassword,
  login,
  logout,
  logoutEverywhere,
  resendConfirm,
  resetPassword,
  restoreEmail,
  signup,
} from '@firstyear/api-contract/identity';
export { lookupDetail, lookupText, privacyNotice } from '@firstyear/api-contract/lookup';
