import { inTransaction } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { findAccount, recordLogin } from '../account/service.ts';
import { createApplicationIfMissing } from '../application/service.ts';
import { audit } from '../audit/service.ts';
import { beginSession } from '../session/service.ts';
import { countTry, forgetFailures, type ThrottlePolicy } from '../throttle/service.ts';
import { emailOf, type IdentityDependencies } from './dependencies.ts';
import { findNewestPending } from './repository.ts';

/**
 * Per account and network together: whoever guesses waits, while the owner logs in from any other network and every
 * session that is open goes on. So nobody can lock an owner out.
 */
const GUESSES: ThrottlePolicy = { free: 5, firstWaitS: 10, maxWaitS: 900 };

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Where the try comes from; see networkOf(). */
  readonly network: string;
}

/**
 * Checks a password and begins a session; returns its token. In every case exactly one password is verified.
 * 400 wrong_credentials; 400 not_confirmed only after the right password of a sign-up that waits for its code.
 */
export async function logIn(deps: IdentityDependencies, credentials: Credentials): Promise<string> {
  const email = emailOf(credentials.username);
  const subject = `login:${email}:${credentials.network}`;
  await countTry(deps.db, subject, GUESSES, deps.clock());
  const account = await findAccount(deps.db, email);
  // Looked up in every case, so that the time does not tell whether there is an account.
  const pending = await findNewestPending(deps.db, email);
  const stored = account ? account.password_hash : pending?.password_hash;
  const isRight = await deps.passwords.verify(stored, credentials.password);
  const now = deps.clock();
  if (!isRight) {
    await audit(deps.db, { kind: 'login_failed', accountId: account?.id ?? null, at: now });
    throw new ApiError('wrong_credentials');
  }
  await forgetFailures(deps.db, subject);
  if (!account) throw new ApiError('not_confirmed');
  return inTransaction(deps.db, async (tx) => {
    await createApplicationIfMissing(tx, account.id, now);
    await recordLogin(tx, account.id, now);
    await audit(tx, { kind: 'login', accountId: account.id, at: now });
    return beginSession(tx, account.id, now);
  });
}
