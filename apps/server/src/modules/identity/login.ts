import { links } from '@firstyear/api-contract';
import { hashToken } from '../../crypto/tokens.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { DAY_MS } from '../../time/durations.ts';
import { findAccount, listLogins, recordLogin } from '../account/service.ts';
import { createApplicationIfMissing } from '../application/service.ts';
import { audit } from '../audit/service.ts';
import { countMails, queueMail } from '../mail/service.ts';
import { beginSession } from '../session/service.ts';
import { emailOf, type IdentityDependencies } from './dependencies.ts';
import { readDevice } from './devices.ts';
import { countLogin } from './login-limits.ts';
import { queueProvenMail } from './mail-limits.ts';
import { failedLoginsMail, newDeviceMail } from './mails.ts';
import { findNewestPending, findPendingOfBrowser, lockAddress } from './repository.ts';

/** Wrong passwords at one address in an hour after which its owner is told. */
const FAILURES_BEFORE_NOTICE = 20;

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

/** Tells an owner of many wrong passwords by email, once a day at most. */
async function tellOwner(deps: LoginDependencies, email: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    // Looked up in every case, so that the time does not tell whether there is an account.
    const account = await findAccount(tx, email);
    const forgotUrl = links.forgot(deps.config.publicUrl);
    const mail = failedLoginsMail({ ...deps, recipient: email, forgotUrl });
    const now = deps.clock();
    const since = new Date(now.getTime() - DAY_MS);
    const { count } = await countMails(tx, { recipient: email, kind: mail.kind, requester: [], since });
    if (account && count === 0) await queueMail(tx, deps.jobs, mail, now);
  });
}

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
  const now = deps.clock();
  if (!account || !isRight) {
    const { browserToken } = credentials;
    const own = await findPendingOfBrowser(deps.db, email, hashToken(browserToken ?? ''));
    const pending = own ?? (await findNewestPending(deps.db, email));
    if (await deps.passwords.verify(pending?.password_hash, credentials.password)) {
      // Only this try: otherwise whoever signs up with an address could go on guessing its owner's password.
      await attempt.takeBack();
      throw new ApiError('not_confirmed');
    }
    await audit(deps.db, {
      kind: 'login_failed',
      by: { kind: 'visitor', network },
      accountId: account?.id ?? null,
      at: now,
    });
    if (attempt.failures >= FAILURES_BEFORE_NOTICE) await tellOwner(deps, email);
    throw new ApiError('wrong_credentials');
  }
  await attempt.forget();
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
