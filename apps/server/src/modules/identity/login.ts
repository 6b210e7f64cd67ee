import { hashToken } from '../../crypto/tokens.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { findAccount, recordLogin } from '../account/service.ts';
import { createApplicationIfMissing } from '../application/service.ts';
import { audit } from '../audit/service.ts';
import { beginSession } from '../session/service.ts';
import { countTry, forgetFailures, type ThrottlePolicy, takeBackFailure } from '../throttle/service.ts';
import { emailOf, type IdentityDependencies } from './dependencies.ts';
import { findNewestPending, findPendingOfBrowser } from './repository.ts';

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
  /** The token in the signup cookie, if this browser has one. */
  readonly browserToken?: string | undefined;
}

/** Under which the failed logins of an address from a network are counted. */
export function loginSubject(email: string, network: string): string {
  return `login:${email}:${network}`;
}

/**
 * Checks a password and begins a session; returns its token. 400 wrong_credentials; 400 not_confirmed only after the
 * right password of a sign-up that waits for its code. Known addresses have such sign-ups too, and whoever is refused
 * was compared with two passwords in every case: neither the response nor its time tells who has an account (D21).
 */
export async function logIn(
  deps: Pick<IdentityDependencies, 'db' | 'clock' | 'passwords'>,
  credentials: Credentials,
): Promise<string> {
  const email = emailOf(credentials.username);
  const subject = loginSubject(email, credentials.network);
  await countTry(deps.db, subject, GUESSES, deps.clock());
  const account = await findAccount(deps.db, email);
  const isRight = await deps.passwords.verify(account?.password_hash, credentials.password);
  const now = deps.clock();
  if (!account || !isRight) {
    const { browserToken } = credentials;
    const own = await findPendingOfBrowser(deps.db, email, hashToken(browserToken ?? ''));
    const pending = own ?? (await findNewestPending(deps.db, email));
    if (await deps.passwords.verify(pending?.password_hash, credentials.password)) {
      // Only this try: otherwise whoever signs up with an address could go on guessing its owner's password.
      await takeBackFailure(deps.db, subject);
      throw new ApiError('not_confirmed');
    }
    await audit(deps.db, { kind: 'login_failed', accountId: account?.id ?? null, at: now });
    throw new ApiError('wrong_credentials');
  }
  await forgetFailures(deps.db, subject);
  return inTransaction(deps.db, async (tx) => {
    await createApplicationIfMissing(tx, account.id, now);
    await recordLogin(tx, account.id, now);
    await audit(tx, { kind: 'login', accountId: account.id, at: now });
    return beginSession(tx, account.id, now);
  });
}
