import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '@firstyear/application-form';

/** Rules of email addresses, passwords and codes, the same in the browser and on the server. */

export const MAX_EMAIL_LENGTH = EMAIL_MAX_LENGTH;
export const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;
export const CODE_LENGTH = 6;

/** The fixed set of special characters (AMB-056). */
export const SPECIAL_CHARACTERS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-';

export const EMAIL_MESSAGE = 'Your email address must be valid.';
export const LOGIN_EMAIL_MESSAGE = 'Please provide a valid email address.';
export const LOGIN_PASSWORD_MESSAGE = 'Password is required.';
export const RESEND_EMAIL_MESSAGE = 'You must provide a valid email address to resend a confirmation code.';
export const CODE_MESSAGE = 'The confirmation code must be exactly 6 numbers.';
export const PASSWORDS_MATCH_MESSAGE = 'passwords must match';

/** Whether this is an address as AMB-064 has it, and not too long. */
export function isEmail(value: string): boolean {
  return value.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(value);
}

export function isCode(value: string): boolean {
  return /^[0-9]{6}$/.test(value);
}

export interface PasswordRule {
  readonly id: 'length' | 'uppercase' | 'lowercase' | 'number' | 'special' | 'whitespace' | 'maximum';
  /** The words of the checklist, which are the error message too. */
  readonly message: string;
  readonly holds: (password: string) => boolean;
}

/** The requirements a new password meets, in the order of the checklist. Length counts characters, not bytes. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    id: 'length',
    message: `At least ${MIN_PASSWORD_LENGTH} characters`,
    holds: (password) => [...password].length >= MIN_PASSWORD_LENGTH,
  },
  { id: 'uppercase', message: 'One uppercase letter', holds: (password) => /\p{Lu}/u.test(password) },
  { id: 'lowercase', message: 'One lowercase letter', holds: (password) => /\p{Ll}/u.test(password) },
  { id: 'number', message: 'One number', holds: (password) => /[0-9]/.test(password) },
  {
    id: 'special',
    message: `One special character from ${SPECIAL_CHARACTERS}`,
    holds: (password) => [...password].some((character) => SPECIAL_CHARACTERS.includes(character)),
  },
  {
    id: 'whitespace',
    message: 'No spaces at the beginning or end',
    holds: (password) => password.trim() === password,
  },
  {
    id: 'maximum',
    message: `At most ${MAX_PASSWORD_LENGTH} characters`,
    holds: (password) => [...password].length <= MAX_PASSWORD_LENGTH,
  },
];

/** The messages of the rules this password breaks. */
export function passwordErrors(password: string): readonly string[] {
  return PASSWORD_RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
}
