import type { PayloadOf } from '@firstyear/api-contract/call';
import type { login } from '@firstyear/api-contract/identity';
import { languageCode } from '@firstyear/words';
import { WRONG_PASSWORDS } from '../../../config/limits.ts';
import type { ServedForm } from '../../../config/served-forms.ts';
import { hashToken } from '../../../crypto/tokens.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { audit } from '../../audit/service.ts';
import { queueAtMost } from '../../mail/service.ts';
import { type Account, findAccount, lockPassword, recordLogin, rememberLanguage } from '../account/service.ts';
import { type CountedTry, countLogin } from '../limits/logins.ts';
import { type Browser, emailOf, forOwner, type IdentityDependencies } from './dependencies.ts';
import { readDevice } from './devices.ts';
import { failedLoginsMail, newDeviceMail } from './mails.ts';
import { findPending, lockAddress } from './repository.ts';

type LoginDependencies = Omit<IdentityDependencies, 'alarm' | 'passwordStrength'>;

/** Notifies an owner of many wrong passwords by email, once a day at most. */
async function notifyOwner(deps: LoginDependencies, email: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    // Always read, so that the time doesn't reveal whether there is an account.
    const account = await findAccount(tx, email);
    const mail = failedLoginsMail({ ...forOwner(deps, account), recipient: email });
    await queueAtMost(tx, deps, mail, account ? 1 : 0);
  });
}

/** Counts and audits a wrong password; notifies the owner if there were many. */
export async function recordFailedLogin(
  deps: LoginDependencies,
  attempt: CountedTry,
  account: Account | undefined,
  { email, network }: { readonly email: string; readonly network: string },
): Promise<void> {
  await attempt.fail();
  const by = { kind: 'visitor', network } as const;
  await audit(deps.db, { kind: 'login_failed', by, accountId: account?.id ?? null, at: deps.clock() });
  if (attempt.failures >= WRONG_PASSWORDS.beforeNotice) await notifyOwner(deps, email);
}

interface Credentials extends PayloadOf<typeof login>, Partial<Browser> {
  readonly network: string;
  /** The browser's earlier session, which ends. */
  readonly earlierSession?: string | undefined;
  /** Whether the reader chose the call's language in this browser, instead of the browser preferring it. */
  readonly hasChosenLanguage?: boolean;
  readonly served: ServedForm;
}

interface LoggedIn {
  readonly token: string;
  /** The account's language, for a browser without a chosen language; null: the browser's language stays. */
  readonly language: string | null;
}

/**
 * Checks a password and begins a session. 400 wrong_credentials; 400 not_confirmed for the right password of an unconfirmed
 * sign-up. Known addresses have such sign-ups too, and a refused login always compares two passwords: neither the response
 * nor its time reveals who has an account (D21). 503 overloaded, without counting the try, when too many hashes are queued.
 */
export async function logIn(deps: LoginDependencies, credentials: Credentials): Promise<LoggedIn> {
  const email = emailOf(credentials.username);
  const { network } = credentials;
  const device = readDevice(deps.config.secret, email, credentials.deviceMark);
  const knownAt = device && email;
  deps.passwords.requireRoom(knownAt);
  const attempt = await countLogin(deps.db, { door: 'login', email, network, device }, deps.clock());
  const account = await findAccount(deps.db, email);
  const passwordHash = account?.password_hash ?? undefined;
  const verify = (stored: string | undefined) => deps.passwords.verify(stored, credentials.password, knownAt);
  const isRight = await verify(passwordHash);
  if (!account || passwordHash === undefined || !isRight) {
    const { own, newest } = await findPending(deps.db, email, hashToken(credentials.browserToken ?? ''));
    if (await verify((own ?? newest)?.password_hash)) {
      // Only this try: otherwise a stranger who signs up with an address could keep guessing its owner's password.
      await attempt.undo();
      throw new ApiError('not_confirmed');
    }
    await recordFailedLogin(deps, attempt, account, { email, network });
    throw new ApiError('wrong_credentials');
  }
  const { earlierSession } = credentials;
  const now = deps.clock();
  return inTransaction(deps.db, async (tx) => {
    // The comparison took a while: a password that was reset meanwhile must not begin a session.
    const before = await lockPassword(tx, account.id, passwordHash);
    if (before === undefined) throw new ApiError('wrong_credentials');
    if (device === undefined && before.hasLogin) {
      await queueAtMost(tx, deps, newDeviceMail({ ...forOwner(deps, account), recipient: email }));
    }
    await recordLogin(tx, account.id, now);
    if (
      languageCode(deps.language) !== (account.language ?? 'en') &&
      (account.language === null || credentials.hasChosenLanguage)
    ) {
      await rememberLanguage(tx, account.id, languageCode(deps.language));
    }
    await audit(tx, { kind: 'login', by: { kind: 'applicant', network }, accountId: account.id, at: now });
    if (earlierSession !== undefined) await deps.sessions.end(tx, earlierSession);
    const token = await deps.sessions.begin(tx, account.id);
    // Last, since a school shares the count of its network.
    await attempt.forget(tx);
    const isForBrowser = !credentials.hasChosenLanguage && credentials.served.spanish !== undefined;
    return { token, language: isForBrowser ? account.language : null };
  });
}
