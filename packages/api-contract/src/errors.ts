/** The text for a response that cannot be read, or that carries no words of its own. */
export const UNEXPECTED_MESSAGE = "We've encountered an unexpected error at this time. Please try again later.";

/**
 * Every error the server can answer with: its HTTP status and the words an applicant reads
 * (D13). A code without words does not compile.
 */
export const API_ERRORS = {
  bad_request: [400, "We couldn't read part of that request. Please reload the page and try again."],
  bad_answer: [400, "One of your answers isn't in a format we can save. Please check it and try again."],
  wrong_credentials: [400, "That email address and password don't match. Please check both and try again."],
  not_confirmed: [
    400,
    'Please confirm your account first. Enter the code from our email, or choose “Resend confirmation code” to get a new one.',
  ],
  wrong_code: [
    400,
    "That code isn't right, or it has expired. Codes last 10 minutes, and only the newest one works. Please check it or ask for a new one.",
  ],
  wrong_reset_link: [
    400,
    'This link to reset your password no longer works. Links last one hour and work only once. Please ask for a new one.',
  ],
  same_email: [400, 'Your account has this email address already. Please enter another one.'],
  wrong_restore_link: [
    400,
    'This link no longer works. Links last 3 days and work only once. If you need help with your account, please write to us.',
  ],
  wrong_current_password: [400, "That isn't your current password. Please check it and try again."],
  weak_password: [400, 'That password is too easy to guess. Please choose another one.'],
  invalid_password: [400, "Your password doesn't meet the requirements. Please check them and try again."],
  invalid_username: [400, 'Your email address must be valid.'],
  file_refused: [400, "That file can't be accepted. Please choose another one."],
  no_document_question: [400, "This question doesn't take a file. Please reload the page and try again."],
  upload_order: [400, "We couldn't read your file. Please choose it again."],
  upload_missing: [400, "We didn't receive your file. Please check your connection and upload it again."],
  no_session: [401, 'Your session has ended. Please log in again.'],
  not_allowed: [403, "You don't have permission to do that."],
  cross_site: [
    403,
    "This request didn't come from the application itself, so we refused it. Please reload the page and try again.",
  ],
  not_found: [404, "We couldn't find what you asked for."],
  foreign_upload: [403, 'This file was not uploaded for this question. Please upload it again.'],
  upload_expired: [403, 'The time to upload this file has expired. Please choose it again.'],
  wrong_reminder_link: [
    404,
    "This link isn't complete. Please open it again from our newest reminder. If that doesn't help, write to us and we'll stop them for you.",
  ],
  token_not_found: [404, "This link isn't valid or has expired. Please ask for a new one."],
  method_not_allowed: [405, "That isn't possible here."],
  locked: [409, "Your application has been submitted, so it can't be changed anymore."],
  other_account: [
    409,
    "Another account is logged in in this browser now, so we couldn't save here. Please log in again. What you typed on this page is kept.",
  ],
  status_order: [409, "Your application isn't at that step yet. Please reload the page."],
  term_not_open: [409, "We don't take applications for this term yet. Your answers are saved."],
  term_closed: [409, 'Applications for this term have closed. Please choose another term, or write to us.'],
  document_not_ready: [
    409,
    "One of your documents isn't ready yet. Please try again in a few minutes, or delete the file and upload it again.",
  ],
  too_large: [413, "That's too large for us to save. Please make it shorter and try again."],
  wrong_type: [415, "We can't accept that kind of content here."],
  not_complete: [
    422,
    "Your application isn't complete yet. Please answer the remaining questions and submit it again.",
  ],
  email_change_too_soon: [
    429,
    'You asked to change your email address just before. Please wait a little while, an hour at most, and try again.',
  ],
  too_many: [429, 'There were too many attempts. Please wait a little while and try again.'],
  unexpected: [500, UNEXPECTED_MESSAGE],
  storage_gone: [503, "We can't store files right now. Nothing you've saved is lost. Please try again in a moment."],
  database_gone: [
    503,
    "We can't reach your application right now. Nothing you've saved is lost. Please try again in a moment.",
  ],
  overloaded: [503, "We're very busy right now. Nothing you've saved is lost. Please try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** The words of document_not_ready with the question that the document belongs to. */
export const notReadyWords = (label: string): string =>
  `We're still preparing the file for “${label}”, so your application hasn't been submitted yet. Please try again in a few minutes, or delete the file and upload it again.`;

/** The words of term_not_open. opens: the moment in words. */
export const termNotOpenWords = (term: string, opens: string): string =>
  `Applications for ${term} open on ${opens}. Your answers are saved: please come back then to submit them.`;

/** The words of term_closed. closed: the moment in words. */
export const termClosedWords = (term: string, closed: string, email: string): string =>
  `Applications for ${term} closed on ${closed}. Your answers are saved: you can choose another term on the first page, or write to ${email}.`;

export type ApiErrorCode = keyof typeof API_ERRORS;
