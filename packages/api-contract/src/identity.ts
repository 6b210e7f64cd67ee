import { EMAIL_MAX_LENGTH } from '@firstyear/form-engine';
import * as z from 'zod/mini';
import { call } from './call.ts';

/** Longer than any password that is accepted, short enough to be refused before it is hashed. */
const PASSWORD_TRANSPORT_LIMIT = 1024;

const username = z.string().check(z.minLength(1), z.maxLength(EMAIL_MAX_LENGTH));
const password = z.string().check(z.maxLength(PASSWORD_TRANSPORT_LIMIT));
export const messageResponse = z.object({ message: z.string() });
export const emptyResponse = z.object({});

/** A random UUID that the Sign Up card sends with each press, so that a sign-up whose response was lost is known again. */
export const SIGNUP_ATTEMPT_HEADER = 'sign-up-attempt';

export const signup = call('POST', '/public/signup', {
  for: 'visitor',
  payload: z.strictObject({ username, password }),
  response: messageResponse,
});
export const confirm = call('POST', '/public/confirm', {
  for: 'visitor',
  payload: z.strictObject({ username, code: z.string().check(z.maxLength(20)) }),
  response: messageResponse,
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
/** A new password for the logged-in owner, who gives the current one; ends every other session of the account. */
export const changePassword = call('POST', '/api/change-password', {
  for: 'applicant',
  payload: z.strictObject({ current_password: password, password }),
  response: messageResponse,
});
/** Another email address for the logged-in owner, who gives the password: mails a code there, and notifies the current address. */
export const changeEmail = call('POST', '/api/change-email', {
  for: 'applicant',
  payload: z.strictObject({ username, current_password: password }),
  response: messageResponse,
});
/** Changes the address by the newest code; ends every other session of the account. Returns both addresses. */
export const confirmEmail = call('POST', '/api/confirm-email', {
  for: 'applicant',
  payload: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
  response: z.object({ message: z.string(), username: z.string(), earlier_username: z.string() }),
});
/** Gives an account the address back that it had, by the link that was mailed there; ends every session. */
export const restoreEmail = call('POST', '/public/restore-email', {
  for: 'link',
  payload: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  response: messageResponse,
});
/** Ends every session of the account, this one too. */
export const logoutEverywhere = call('POST', '/api/logout-everywhere', { for: 'applicant', response: emptyResponse });
export const logout = call('GET', '/api/logout', { for: 'visitor', response: emptyResponse });

/** Tells the server that somebody is at work in the browser, so that both sides end a session at the same time. */
export const activity = call('POST', '/api/activity', { for: 'applicant', response: emptyResponse });
