import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '@firstyear/form-engine';
import type { AreaMessage } from '@firstyear/words';
import type { identityRules } from '@firstyear/words/identity-rules';

/** The rules of email addresses, passwords and codes, in the browser and on the server. */

export const MAX_EMAIL_LENGTH = EMAIL_MAX_LENGTH;
export const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;
export const CODE_LENGTH = 6;

/** The fixed set of special characters (AMB-056). */
export const SPECIAL_CHARACTERS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-';

export type IdentityMessage = AreaMessage<typeof identityRules>;

/** Whether this is a valid email address (AMB-064). */
export function isEmail(value: string): boolean {
  return value.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(value);
}

export function isCode(value: string): boolean {
  return /^[0-9]{6}$/.test(value);
}

interface PasswordRule {
  /** For the checklist and the error message. */
  readonly message: IdentityMessage;
  readonly holds: (password: string) => boolean;
}

/** The requirements of a new password, in the order of the checklist. Lengths count characters, not bytes. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    message: { id: 'length', values: { minimum: MIN_PASSWORD_LENGTH } },
    holds: (password) => [...password].length >= MIN_PASSWORD_LENGTH,
  },
  { message: { id: 'uppercase' }, holds: (password) => /\p{Lu}/u.test(password) },
  { message: { id: 'lowercase' }, holds: (password) => /\p{Ll}/u.test(password) },
  { message: { id: 'number' }, holds: (password) => /[0-9]/.test(password) },
  {
    message: { id: 'special', values: { characters: SPECIAL_CHARACTERS } },
    holds: (password) => [...password].some((character) => SPECIAL_CHARACTERS.includes(character)),
  },
  { message: { id: 'whitespace' }, holds: (password) => password.trim() === password },
  {
    message: { id: 'maximum', values: { maximum: MAX_PASSWORD_LENGTH } },
    holds: (password) => [...password].length <= MAX_PASSWORD_LENGTH,
  },
];

/** The messages of the rules this password breaks. */
export function passwordErrors(password: string): readonly IdentityMessage[] {
  return PASSWORD_RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
}
