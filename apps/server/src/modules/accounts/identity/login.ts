import { links } from '@firstyear/api-contract/addresses';
import { languageCode } from '@firstyear/words';
import type { ServedForm } from '../../../config/served-forms.ts';
import { hashToken } from '../../../crypto/tokens.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import { createApplicationIfMissing } from '../../application/row/service.ts';
import { audit } from '../../office/audit/service.ts';
import { lockPassword, recordLogin, rememberLanguage } from '../account/service.ts';
import { emailOf, type IdentityDependencies } from './dependencies.ts';
import { readDevice } from './devices.ts';
import { recordFailedLogin } from './failed-login.ts';
import { countLogin } from './login-limits.ts';
import { queueProvenMail } from './mail-limits.ts';
import { newDeviceMail } from './mails.ts';
import { findPending } from './repository.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Where the try comes from; see networkOf(). */
  readonly network: string;
  /** The token in the signup cookie, if this browser has one. */
  readonly browserToken?: string | undefined;
  /** The mark of a browser that has logged in before; see markDevice(). */
  readonly deviceMark?: string | undefined;
  /** The session that the browser came with, if any. A browser has one: this one ends when it logs in. */
  readonly earlierSession?: string | undefined;
  /** Whether the language of the call was chosen in this browser, not only preferred by it. */
  readonly hasChosenLanguage?: boolean;
  /** The form that they come for. */
  readonly served: ServedForm;
}

interface LoggedIn {
  /** Of the session. */
  readonly token: string;
  /** The language of the account, for a browser in which none was chosen; null: it stays as it is. */
  readonly language: string | null;
}

type LoginDependencies = Omit<IdentityDependencies, 'alarm' | 'passwordStrength'>;

/**
 * Checks a password and begins a session. 400 wrong_credentials; 400 not_confirmed only after the
 * right password of a sign-up that waits for its code. Known addresses have such sign-ups too, and a refused login
 * compares two passwords in every case: neither the response nor its time tells who has an account (D21). 503
 * overloaded when too many hashes are queued: nothing is counted then, since no password is checked.
 */
export async function logIn(deps: LoginDependencies, credentials: Credentials): Promise<LoggedIn> {
  const email = emailOf(credentials.username);
  const { network } = credentials;
  const device = readDevice(deps.config.secret, email, credentials.deviceMark);
  const knownAt = device && email;
  deps.passwords.requireRoom(knownAt);
  const attempt = await countLogin(deps.db, { email, network, device }, deps.clock());
  const { account } = attempt;
  const passwordHash = account?.password_hash ?? undefined;
  const verify = (stored: string | undefined) => deps.passwords.verify(stored, credentials.password, knownAt);
  const isRight = await verify(passwordHash);
  if (!account || passwordHash === undefined || !isRight) {
    const { own, newest } = await findPending(deps.db, email, hashToken(credentials.browserToken ?? ''));
    if (await verify((own ?? newest)?.password_hash)) {
      // Only this try: otherwise a stranger who signs up with an address could keep guessing its owner's password.
      await attempt.takeBack();
      throw new ApiError('not_confirmed');
    }
    await attempt.fail();
    await recordFailedLogin(deps, { email, accountId: account?.id, network, failures: attempt.failures });
    throw new ApiError('wrong_credentials');
  }
  const { earlierSession } = credentials;
  const now = deps.clock();
  return inTransaction(deps.db, async (tx) => {
    // Comparing took long: a session of the password before a reset would outlive it.
    const language = account.language === null ? deps.language : languageOf(account.language);
    const before = await lockPassword(tx, account.id, passwordHash);
    if (before === undefined) throw new ApiError('wrong_credentials');
    if (device === undefined && before.hasLogin) {
      const forgotUrl = links.forgot(deps.config.publicUrl);
      await queueProvenMail(tx, deps, newDeviceMail({ ...deps, language, recipient: email, forgotUrl }));
    }
    await createApplicationIfMissing(tx, { accountId: account.id, served: credentials.served }, now);
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
    // Last of all, since a school shares the count of its network.
    await attempt.forget(tx);
    const isForBrowser = !credentials.hasChosenLanguage && credentials.served.spanish !== undefined;
    return { token, language: isForBrowser ? account.language : null };
  });
}
