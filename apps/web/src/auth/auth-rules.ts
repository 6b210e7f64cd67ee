import {
  CODE_MESSAGE,
  EMAIL_MESSAGE,
  isCode,
  isEmail,
  LOGIN_EMAIL_MESSAGE,
  LOGIN_PASSWORD_MESSAGE,
  PASSWORD_RULES,
  PASSWORDS_MATCH_MESSAGE,
  passwordErrors,
} from '@firstyear/api-contract';
import type { ChecklistState } from '../ui/checklist.tsx';
import type { FormErrors } from './use-auth-form.ts';

/** What is checked on each card. Each function returns only the fields that have errors. */

export function checkLogin(values: { username: string; password: string }): FormErrors<'username' | 'password'> {
  return {
    ...(!isEmail(values.username.trim()) && { username: [LOGIN_EMAIL_MESSAGE] }),
    ...(values.password === '' && { password: [LOGIN_PASSWORD_MESSAGE] }),
  };
}

function checkUsername(username: string): FormErrors<'username'> {
  return isEmail(username.trim()) ? {} : { username: [EMAIL_MESSAGE] };
}

function checkPassword(password: string): FormErrors<'password'> {
  const messages = passwordErrors(password);
  return messages.length > 0 ? { password: messages } : {};
}

export function checkSignup(values: { username: string; password: string }): FormErrors<'username' | 'password'> {
  return { ...checkUsername(values.username), ...checkPassword(values.password) };
}

export function checkCode(values: { code: string }): FormErrors<'code'> {
  return isCode(values.code) ? {} : { code: [CODE_MESSAGE] };
}

export function checkConfirm(values: { username: string; code: string }): FormErrors<'username' | 'code'> {
  return checkCode(values);
}

export function checkForgot(values: { username: string }): FormErrors<'username'> {
  return checkUsername(values.username);
}

interface PasswordChangeValues {
  readonly current_password: string;
  readonly password: string;
  readonly confirm_password: string;
}

export function checkPasswordChange(values: PasswordChangeValues): FormErrors<keyof PasswordChangeValues> {
  return {
    ...(values.current_password === '' && { current_password: [LOGIN_PASSWORD_MESSAGE] }),
    ...checkPassword(values.password),
    ...(values.confirm_password !== values.password && { confirm_password: [PASSWORDS_MATCH_MESSAGE] }),
  };
}

export function checkEmailChange(values: {
  username: string;
  current_password: string;
}): FormErrors<'username' | 'current_password'> {
  return {
    ...checkUsername(values.username),
    ...(values.current_password === '' && { current_password: [LOGIN_PASSWORD_MESSAGE] }),
  };
}

interface ResetValues {
  readonly username: string;
  readonly password: string;
  readonly confirm_password: string;
  readonly id: string;
}

/** noId: the message for a page that was opened without the link's id (AMB-055). */
export function checkReset(values: ResetValues, noId: string): FormErrors<keyof ResetValues> {
  return {
    ...checkPassword(values.password),
    ...(values.confirm_password !== values.password && { confirm_password: [PASSWORDS_MATCH_MESSAGE] }),
    ...(values.id === '' && { id: [noId] }),
  };
}

/**
 * The live checklist: inactive while the password is empty, error while the rule's message is among its errors. The
 * maximum is said only when it is passed (D18).
 */
export function passwordChecklist(
  password: string,
  errors: readonly string[],
): readonly { readonly id: string; readonly text: string; readonly state: ChecklistState }[] {
  const shown = PASSWORD_RULES.filter(({ id, message }) => id !== 'maximum' || errors.includes(message));
  return shown.map(({ id, message }) => ({
    id,
    text: message,
    state: password === '' ? 'inactive' : errors.includes(message) ? 'error' : 'success',
  }));
}
