import { links } from '@firstyear/api-contract';
import { hashToken } from '../../crypto/tokens.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { findAccount, listLogins, recordLogin } from '../account/service.ts';
import { createApplicationIfMissing } from '../application/service.ts';
import { audit } from '../audit/service.ts';
import { beginSession } from '../session/service.ts';
import { emailOf, type IdentityDependencies } from './dependencies.ts';
import { readDevice } from './devices.ts';
import { recordFailedLogin } from './failed-login.ts';
import { countLogin } from './login-limits.ts';
import { queueProvenMail } from './mail-limits.ts';
import { newDeviceMail } from './mails.ts';
import { findNewestPending, findPendingOfBrowser } from './repository.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Where the try comes from; see networkOf(). */
  readonly network: string;
  /** The token in the signup cookie, if this browser has one. */
  readonly browserToken?: string | undefined;
  /** The mark of a browser that has logged in before; see markDevice(). */
  readonly deviceMark?: string | undefined;
}

type LoginDependencies = Omit<IdentityDependencies, 'alarm' | 'passwordStrength'>;

/**
 * Checks a password and begins a session; returns its token. 400 wrong_credentials; 400 not_confirmed only after the
 * right password of a sign-up that waits for its code. Known addresses have such sign-ups too, and whoever is refused
 * was compared with two passwords in every case: neither the response nor its time tells who has an account (D21).
 */
export async function logIn(deps: LoginDependencies, credentials: Credentials): Promise<string> {
  const email = emailOf(credentials.username);
  const { network } = credentials;
  const device = readDevice(deps.config.secret, email, credentials.deviceMark);
  const attempt = await countLogin(deps.db, { email, network, device }, deps.clock());
  const account = await findAccount(deps.db, email);
  const isRight = await deps.passwords.verify(account?.password_hash, credentials.password);
  if (!account || !isRight) {
    const { browserToken } = credentials;
    const own = await findPendingOfBrowser(deps.db, email, hashToken(browserToken ?? ''));
    const pending = own ?? (await findNewestPending(deps.db, email));
    if (await deps.passwords.verify(pending?.password_hash, credentials.password)) {
      // Only this try: otherwise whoever signs up with an address could go on guessing its owner's password.
      await attempt.takeBack();
      throw new ApiError('not_confirmed');
    }
    await recordFailedLogin(deps, { email, accountId: account?.id, network, failures: attempt.failures });
    throw new ApiError('wrong_credentials');
  }
  await attempt.forget();
  const now = deps.clock();
  return inTransaction(deps.db, async (tx) => {
    await createApplicationIfMissing(tx, account.id, now);
    const isFirst = (await listLogins(tx, account.id)).length === 0;
    if (device === undefined && !isFirst) {
      const forgotUrl = links.forgot(deps.config.publicUrl);
      await queueProvenMail(tx, deps, newDeviceMail({ ...deps, recipient: email, forgotUrl }));
    }
    await recordLogin(tx, account.id, now);
    await audit(tx, { kind: 'login', by: { kind: 'applicant', network }, accountId: account.id, at: now });
    return beginSession(tx, account.id, deps.databaseClock);
  });
}
