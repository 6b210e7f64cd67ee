/**
 * Every error the server can answer with: its HTTP status and the words an applicant reads
 * (readings, decision 13). A code without words does not compile.
 */
export const API_ERRORS = {
  bad_request: [400, 'Something in that request could not be read. Please reload the page and try again.'],
  bad_answer: [400, 'One of your answers has a form that cannot be saved. Please check it and try again.'],
  wrong_credentials: [400, 'That e-mail address and password do not match. Please check both and try again.'],
  not_confirmed: [
    400,
    'Please confirm your account first. Enter the code from our e-mail, or ask for a new one with “Resend confirmation code”.',
  ],
  wrong_code: [
    400,
    'That code is not right, or it is no longer valid. Codes last 10 minutes, and only the newest one counts. Please check it or ask for a new one.',
  ],
  wrong_reset_link: [
    400,
    'This link to reset your password no longer works. Links last one hour and work once. Please ask for a new one.',
  ],
  weak_password: [400, 'That password is too easy to guess. Please choose another one.'],
  invalid_password: [400, 'Your password does not meet the requirements.'],
  invalid_username: [400, 'Your email address must be valid.'],
  file_refused: [400, 'That file cannot be taken. Please choose another one.'],
  no_document_question: [400, 'This question does not take a file. Please reload the page and try again.'],
  upload_missing: [400, 'Your file did not reach us. Please check your connection and upload it again.'],
  no_session: [401, 'Your session has ended. Please log in again.'],
  not_allowed: [403, 'You are not allowed to do that.'],
  cross_site: [403, 'This request did not come from the application itself, so it was refused.'],
  not_found: [404, 'We could not find what you asked for.'],
  foreign_upload: [403, 'This file was not uploaded for this question. Please upload it again.'],
  upload_expired: [403, 'The time to upload this file is over. Please choose it again.'],
  token_not_found: [404, 'This link is not valid or has expired. Please ask for a new one.'],
  method_not_allowed: [405, 'That is not possible here.'],
  locked: [409, 'Your application has been submitted, so it can no longer be changed.'],
  status_order: [409, 'Your application is not at that step yet. Please reload the page.'],
  too_large: [413, 'That is too large to be saved.'],
  wrong_type: [415, 'That kind of content is not accepted here.'],
  not_complete: [422, 'Your application is not complete yet. Please answer the questions that are still open.'],
  too_many: [429, 'That was tried too often. Please wait a little and try again.'],
  unexpected: [500, "We've encountered an unexpected error at this time. Please try again later."],
  storage_gone: [503, 'We cannot store files right now. Nothing you saved is lost. Please try again in a moment.'],
  overloaded: [503, 'We are very busy right now. Nothing you saved is lost. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** The text for an answer that cannot be read, or that carries no words of its own (specification 8). */
export const UNEXPECTED_MESSAGE = API_ERRORS.unexpected[1];

export const API_ERROR_CODES = Object.keys(API_ERRORS);

export function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}
