import { EMAIL_MAX_LENGTH } from '@firstyear/form-engine';
import * as z from 'zod/mini';
import { call } from './call.ts';

/** Above the longest accepted password; anything longer is refused before hashing. */
const PASSWORD_TRANSPORT_LIMIT = 1024;

export const username = z.string().check(z.minLength(1), z.maxLength(EMAIL_MAX_LENGTH));
export const password = z.string().check(z.maxLength(PASSWORD_TRANSPORT_LIMIT));
export const messageResponse = z.object({ message: z.string() });

/** The Sign Up card's idempotency key, a UUID: recognizes a repeated sign-up whose response was lost. */
export const SIGNUP_ATTEMPT_HEADER = 'sign-up-attempt';

export const signup = call('POST', '/public/signup', {
  for: 'visitor',
  payload: z.strictObject({ username, password }),
  response: messageResponse,
});
export const confirm = call('POST', '/public/confirm', {
  for: 'visitor',
  payload: z.strictObject({ username, code: z.string().check(z.maxLength(20)) }),
  /** needs_password: the code came from another browser, and a link to choose a password was mailed. */
  response: z.extend(messageResponse, { needs_password: z.optional(z.boolean()) }),
});
export const resendConfirm = call('POST', '/public/resend-confirm', {
  for: 'visitor',
  payload: z.strictObject({ username }),
  response: messageResponse,
});
export const login = call('POST', '/public/login', {
  for: 'visitor',
  payload: z.strictObject({ username, password }),
  response: messageResponse,
});
export const forgotPassword = call('POST', '/public/forgot-password', {
  for: 'visitor',
  payload: z.strictObject({ username }),
  response: messageResponse,
});
export const resetPassword = call('POST', '/public/reset-password', {
  for: 'visitor',
  payload: z.strictObject({ username, password, id: z.string().check(z.maxLength(200)) }),
  response: messageResponse,
});
/** Changes the password, with the current one; ends all other sessions of the account. */
export const changePassword = call('POST', '/api/change-password', {
  for: 'applicant',
  payload: z.strictObject({ current_password: password, password }),
  response: messageResponse,
});
/** Starts a change of the email address, with the password: mails a code there, and notifies the current address. */
export const changeEmail = call('POST', '/api/change-email', {
  for: 'applicant',
  payload: z.strictObject({ username, current_password: password }),
  response: messageResponse,
});
/** Confirms the change with the newest code; ends all other sessions of the account. Returns both addresses. */
export const confirmEmail = call('POST', '/api/confirm-email', {
  for: 'applicant',
  payload: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
  response: z.object({ message: z.string(), username: z.string(), earlier_username: z.string() }),
});
/** Restores the previous address, by a link that was mailed there; ends all sessions. */
export const restoreEmail = call('POST', '/public/restore-email', {
  for: 'link',
  payload: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  response: messageResponse,
});
/** Ends all sessions of the account, this one too. */
export const logoutEverywhere = call('POST', '/api/logout-everywhere', { for: 'applicant' });
export const logout = call('GET', '/api/logout', { for: 'visitor' });

/** Reports activity, so that browser and server end an idle session at the same time. */
export const activity = call('POST', '/api/activity', { for: 'applicant' });
