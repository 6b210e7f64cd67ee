import { isEmail } from '@firstyear/api-contract/identity-rules';
import type { Language } from '@firstyear/words';
import { ApiError } from '../../../plugins/errors.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { Account } from '../account/service.ts';
import type { SessionService } from '../session/service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { PasswordStrength } from './password-strength.ts';

export interface IdentityServices {
  readonly sessions: SessionService;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
}

export type IdentityDependencies = Pick<AppDependencies, 'config' | 'db' | 'jobs' | 'clock' | 'partner'> &
  IdentityServices & {
    /** For the caller's messages, and for mails to an address without an account; see forOwner(). */
    readonly language: Language;
    /** Reports to the operator. */
    readonly alarm: (message: string) => void;
  };

/** By what the browser of a call is known. */
export interface Browser {
  /** The token in its signup cookie, if it has one. */
  readonly browserToken: string | undefined;
  /** The cookie of a browser that has logged in before; see markDevice(). */
  readonly deviceMark: string | undefined;
  readonly network: string;
}

/** For a mail to an account's owner: in that account's language, never in that of the caller, who may be a stranger. */
export function forOwner<D extends Pick<IdentityDependencies, 'language'>>(
  deps: D,
  account: Pick<Account, 'language'> | undefined,
): D {
  return { ...deps, language: languageOf(account?.language ?? null) };
}

/** Parses an address, in lower case (AMB-064). 400 invalid_username. */
export function emailOf(username: string): string {
  if (!isEmail(username)) throw new ApiError('invalid_username');
  return username.toLowerCase();
}
