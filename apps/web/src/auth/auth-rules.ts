import {
  type IdentityMessage,
  isCode,
  isEmail,
  PASSWORD_RULES,
  passwordErrors,
} from '@firstyear/api-contract/identity-rules';
import type { ChecklistState } from '@firstyear/ui/checklist.tsx';
import type { FormErrors } from './use-auth-form.ts';

/** What is checked on each card. Each function returns only the fields that have errors. */

export function checkLogin(values: { username: string; password: string }): FormErrors<'username' | 'password'> {
  return {
    ...(!isEmail(values.username.trim()) && { username: [{ id: 'loginEmail' }] }),
    ...(values.password === '' && { password: [{ id: 'loginPassword' }] }),
  };
}

function checkUsername(username: string): FormErrors<'username'> {
  return isEmail(username.trim()) ? {} : { username: [{ id: 'email' }] };
}

function checkPassword(password: string): FormErrors<'password'> {
  const messages = passwordErrors(password);
  return messages.length > 0 ? { password: messages } : {};
}

export function checkSignup(values: { username: string; password: string }): FormErrors<'username' | 'password'> {
  return { ...checkUsername(values.username), ...checkPassword(values.password) };
}

export function checkCode(values: { code: string }): FormErrors<'code'> {
  return isCode(values.code) ? {} : { code: [{ id: 'code' }] };
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
    ...(values.current_password === '' && { current_password: [{ id: 'loginPassword' }] }),
    ...checkPassword(values.password),
    ...(values.confirm_password !== values.password && { confirm_password: [{ id: 'passwordsMatch' }] }),
  };
}

export function checkEmailChange(values: {
  username: string;
  current_password: string;
}): FormErrors<'username' | 'current_password'> {
  return {
    ...checkUsername(values.username),
    ...(values.current_password === '' && { current_password: [{ id: 'loginPassword' }] }),
  };
}

interface ResetValues {
  readonly username: string;
  readonly password: string;
  readonly confirm_password: string;
  readonly id: string;
}

export function checkReset(values: ResetValues): FormErrors<keyof ResetValues> {
  return {
    ...checkPassword(values.password),
    ...(values.confirm_password !== values.password && { confirm_password: [{ id: 'passwordsMatch' }] }),
    ...(values.id === '' && { id: [{ id: 'noId' }] }),
  };
}

/**
 * The live checklist: inactive while the password is empty, error while the rule's message is among its errors. The
 * maximum is said only when it is passed (D18).
 */
export function passwordChecklist(
  password: string,
  errors: readonly IdentityMessage[],
): readonly { readonly message: IdentityMessage; readonly state: ChecklistState }[] {
  const shown = PASSWORD_RULES.filter(({ message }) => message.id !== 'maximum' || errors.includes(message));
  return shown.map(({ message }) => ({
    message,
    state: password === '' ? 'inactive' : errors.includes(message) ? 'error' : 'success',
  }));
}
