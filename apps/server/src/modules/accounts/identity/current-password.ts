import { ApiError } from '../../../plugins/errors.ts';
import { findAccount } from '../account/service.ts';
import { countTry, forgetFailures, type ThrottlePolicy } from '../throttle/service.ts';
import type { IdentityDependencies } from './dependencies.ts';

/** Limits wrong current passwords: a stranger at a logged-in browser guesses no faster than at the Log In card. */
const GUESSES: ThrottlePolicy = { free: 5, firstWaitS: 10, maxWaitS: 900 };

/**
 * Refuses what is not the password of the account so far: wrong_current_password, too_many after five wrong ones. Returns its
 * hash: comparing takes long, and another password may have been set when it is done.
 */
export async function requireCurrentPassword(
  deps: Pick<IdentityDependencies, 'db' | 'clock' | 'passwords'>,
  email: string,
  password: string,
): Promise<string> {
  const subject = `password:${email}:own`;
  await countTry(deps.db, subject, GUESSES, deps.clock());
  const hash = (await findAccount(deps.db, email))?.password_hash ?? null;
  const isRight = await deps.passwords.verify(hash, password);
  if (!isRight || hash === null) throw new ApiError('wrong_current_password');
  await forgetFailures(deps.db, subject);
  return hash;
}
