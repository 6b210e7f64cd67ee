/** Every call of the browser with its schemas, loaded with the first call. */
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
