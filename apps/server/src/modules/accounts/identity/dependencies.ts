import { isEmail } from '@firstyear/api-contract/identity-rules';
import type { Language } from '@firstyear/words';
import { ApiError } from '../../../plugins/errors.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { SessionService } from '../session/service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { PasswordStrength } from './password-strength.ts';

export type IdentityDependencies = Pick<AppDependencies, 'config' | 'db' | 'jobs' | 'clock' | 'partner'> & {
  readonly sessions: SessionService;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  /** For the caller's messages and mails. */
  readonly language: Language;
  /** Reports to the operator. */
  readonly alarm: (message: string) => void;
};

/** Parses an address, in lower case (AMB-064). 400 invalid_username. */
export function emailOf(username: string): string {
  if (!isEmail(username)) throw new ApiError('invalid_username');
  return username.toLowerCase();
}
