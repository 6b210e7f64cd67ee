import {
  type IdentityMessage,
  isCode,
  isEmail,
  PASSWORD_RULES,
  passwordErrors,
} from '@firstyear/api-contract/identity-rules';
import type { ChecklistState } from '@firstyear/ui/checklist.tsx';
import type { FormErrors } from './use-auth-form.ts';

/** The checks of each card. Each function returns only the fields that have errors. */

const checkUsername = (username: string): FormErrors<'username'> =>
  isEmail(username.trim()) ? {} : { username: [{ id: 'email' }] };

const checkCurrentPassword = (password: string): FormErrors<'current_password'> =>
  password === '' ? { current_password: [{ id: 'loginPassword' }] } : {};

function checkPassword(password: string): FormErrors<'password'> {
  const messages = passwordErrors(password);
  return messages.length > 0 ? { password: messages } : {};
}

type Passwords = Readonly<Record<'password' | 'confirm_password', string>>;
const checkPasswords = ({ password, confirm_password }: Passwords): FormErrors<keyof Passwords> => ({
  ...checkPassword(password),
  ...(confirm_password !== password && { confirm_password: [{ id: 'passwordsMatch' }] }),
});

type Login = Readonly<Record<'username' | 'password', string>>;
export const checkLogin = ({ username, password }: Login): FormErrors<keyof Login> => ({
  ...(!isEmail(username.trim()) && { username: [{ id: 'loginEmail' }] }),
  ...(password === '' && { password: [{ id: 'loginPassword' }] }),
});

export const checkSignup = ({ username, password }: Login): FormErrors<keyof Login> => ({
  ...checkUsername(username),
  ...checkPassword(password),
});

export const checkCode = ({ code }: { readonly code: string }): FormErrors<'code'> =>
  isCode(code) ? {} : { code: [{ id: 'code' }] };

export const checkForgot = ({ username }: { readonly username: string }) => checkUsername(username);

type PasswordChange = Passwords & { readonly current_password: string };
export const checkPasswordChange = (values: PasswordChange): FormErrors<keyof PasswordChange> => ({
  ...checkCurrentPassword(values.current_password),
  ...checkPasswords(values),
});

type EmailChange = Readonly<Record<'username' | 'current_password', string>>;
export const checkEmailChange = (values: EmailChange): FormErrors<keyof EmailChange> => ({
  ...checkUsername(values.username),
  ...checkCurrentPassword(values.current_password),
});

type Reset = Passwords & { readonly username: string; readonly id: string };
export const checkReset = (values: Reset): FormErrors<keyof Reset> => ({
  ...checkPasswords(values),
  ...(values.id === '' && { id: [{ id: 'noId' }] }),
});

/**
 * The live checklist: inactive while the password is empty, error while the rule's message is among its errors. The
 * maximum is listed only when it is exceeded (D18).
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
