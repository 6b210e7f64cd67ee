import { isCode, links } from '@firstyear/api-contract';
import { hashToken, newToken } from '../../crypto/tokens.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../time/durations.ts';
import { createAccount, findAccount } from '../account/service.ts';
import { audit } from '../audit/service.ts';
import { queueMail } from '../mail/service.ts';
import { CODE_LIFE_MS, hashCode, newCode, sameHash } from './codes.ts';
import { emailOf, type IdentityDependencies, mayMail, queueWithinLimits } from './dependencies.ts';
import { codeMail, knownAddressMail, setPasswordMail } from './mails.ts';
import { checkNewPassword } from './password-check.ts';
import {
  countCodeTry,
  deletePendingBefore,
  deletePendingOfBrowser,
  findNewestPending,
  findPendingOfBrowser,
  insertPending,
  type PendingSignup,
  renewCode,
  takePending,
} from './repository.ts';
import { issueReset } from './reset.ts';

/** A sign-up that nobody confirms is forgotten, with its password, after a week. */
const PENDING_LIFE_MS = 7 * DAY_MS;

/** How long a browser keeps the cookie that binds it to its sign-up. */
export const SIGNUP_COOKIE_LIFE_MS = PENDING_LIFE_MS;

interface Signup {
  readonly username: string;
  readonly password: string;
  /** The token in the signup cookie this browser has from earlier. */
  readonly browserToken: string | undefined;
}

/**
 * Begins an account: keeps the password with a code that goes to the address, bound to this browser. Whoever has an
 * account already is told so by email; the response is the same (D6). Returns the new browser token.
 */
export async function signUp(deps: IdentityDependencies, signup: Signup): Promise<string> {
  const email = emailOf(signup.username);
  checkNewPassword(signup.password, email, deps.partner);
  const passwordHash = await deps.passwords.hash(signup.password);
  const browserToken = newToken();
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    await deletePendingBefore(tx, new Date(now.getTime() - PENDING_LIFE_MS));
    if (await findAccount(tx, email)) {
      const urls = { loginUrl: links.login(deps.config.publicUrl), forgotUrl: links.forgot(deps.config.publicUrl) };
      await queueWithinLimits(tx, deps, knownAddressMail({ ...deps, recipient: email, ...urls }), MINUTE_MS);
      return;
    }
    if (!(await mayMail(tx, email, ['code'], 0, now))) return;
    if (signup.browserToken !== undefined) await deletePendingOfBrowser(tx, email, hashToken(signup.browserToken));
    const code = newCode();
    await insertPending(tx, {
      email,
      password_hash: passwordHash,
      browser_hash: hashToken(browserToken),
      code_hash: hashCode(deps.config.secret, email, code),
      code_expires_at: new Date(now.getTime() + CODE_LIFE_MS),
      created_at: now,
    });
    await queueMail(tx, deps.jobs, codeMail({ ...deps, recipient: email, code }), now);
  });
  return browserToken;
}

/** The tries are counted in a statement of their own that is kept whatever follows. */
async function isRightCode(
  deps: IdentityDependencies,
  pending: PendingSignup,
  by: 'tries' | 'foreign_tries',
  code: string,
): Promise<boolean> {
  const codeHash = await countCodeTry(deps.db, pending.id, by, deps.clock());
  return codeHash !== undefined && sameHash(codeHash, hashCode(deps.config.secret, pending.email, code));
}

async function makeAccount(tx: Tx, deps: IdentityDependencies, pending: PendingSignup, withPassword: boolean) {
  const now = deps.clock();
  // Once: of two confirmations at the same time, one finds the sign-up gone.
  if (!(await takePending(tx, pending.email, pending.id))) throw new ApiError('wrong_code');
  const passwordHash = withPassword ? pending.password_hash : null;
  const accountId = await createAccount(tx, { email: pending.email, passwordHash, now });
  if (accountId === undefined) throw new ApiError('wrong_code');
  await audit(tx, { kind: 'account_confirmed', accountId, detail: { same_browser: withPassword }, at: now });
  return accountId;
}

interface Confirmation {
  readonly username: string;
  readonly code: string;
  readonly browserToken: string | undefined;
}

/**
 * Confirms an address. 'ready': the code came from the browser that signed up, and its password works. 'set_password':
 * it came from another one, so that password never works and the owner gets a link to choose one (D7).
 */
export async function confirmSignup(
  deps: IdentityDependencies,
  confirmation: Confirmation,
): Promise<'ready' | 'set_password'> {
  const email = emailOf(confirmation.username);
  const { code, browserToken } = confirmation;
  if (!isCode(code)) throw new ApiError('wrong_code');
  const own =
    browserToken === undefined ? undefined : await findPendingOfBrowser(deps.db, email, hashToken(browserToken));
  if (own && (await isRightCode(deps, own, 'tries', code))) {
    await inTransaction(deps.db, (tx) => makeAccount(tx, deps, own, true));
    return 'ready';
  }
  const newest = await findNewestPending(deps.db, email);
  if (newest && newest.id !== own?.id && (await isRightCode(deps, newest, 'foreign_tries', code))) {
    await inTransaction(deps.db, async (tx) => {
      const accountId = await makeAccount(tx, deps, newest, false);
      const resetUrl = await issueReset(tx, deps, { accountId, email });
      await queueWithinLimits(tx, deps, setPasswordMail({ ...deps, recipient: email, resetUrl }), 0);
    });
    return 'set_password';
  }
  throw new ApiError('wrong_code');
}

/** Sends a new code to an address that waits for one: at once the first time, then at most once a minute. */
export async function resendCode(
  deps: IdentityDependencies,
  resend: { readonly username: string; readonly browserToken: string | undefined },
): Promise<void> {
  const email = emailOf(resend.username);
  const { browserToken } = resend;
  const own =
    browserToken === undefined ? undefined : await findPendingOfBrowser(deps.db, email, hashToken(browserToken));
  const pending = own ?? (await findNewestPending(deps.db, email));
  if (!pending) return;
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    if (!(await mayMail(tx, email, ['code'], 0, now))) return;
    const code = newCode();
    const renewed = await renewCode(tx, pending.id, {
      hash: hashCode(deps.config.secret, email, code),
      expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
      now,
      notSince: new Date(now.getTime() - MINUTE_MS),
    });
    if (renewed) await queueMail(tx, deps.jobs, codeMail({ ...deps, recipient: email, code }), now);
  });
}
