import type { PayloadOf } from '@firstyear/api-contract/call';
import type { resendConfirm, signup as signupCall } from '@firstyear/api-contract/identity';
import { sign } from '../../../crypto/signature.ts';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { type Account, findAccount } from '../account/service.ts';
import { CODE_LIFE_MS, hashCode, newCode } from './codes.ts';
import { type Browser, emailOf, forOwner, type IdentityDependencies } from './dependencies.ts';
import { readDevice } from './devices.ts';
import { queueRequestedMail, requesterOf, signupBrowsers } from './mail-limits.ts';
import { codeMail, type IdentityMail, knownAddressMail } from './mails.ts';
import { requirePasswordRules, requireStrongPassword } from './password-check.ts';
import {
  deletePending,
  findPending,
  findPendingOfBrowser,
  insertPending,
  lockAddress,
  type PendingSignup,
  renewCode,
} from './repository.ts';

/** As long as the sign-up itself is stored. */
export const SIGNUP_COOKIE_LIFE_MS = 7 * DAY_MS;

/** Resends reserved for the browser that signed up. */
const OWN_RESENDS = 3;

interface Signup extends PayloadOf<typeof signupCall>, Browser {
  /** A random text that the Sign Up card sends with each retry and that nobody else knows. */
  readonly attempt: string | undefined;
}

const ATTEMPT_PURPOSE = 'attempts to sign up';

/** A new token for this browser. Retries of an attempt, whose response with the cookie was lost, get the same token. */
function tokenFor(deps: IdentityDependencies, email: string, attempt: string | undefined): string {
  if (attempt === undefined) return newToken();
  return sign(deps.config.secret, ATTEMPT_PURPOSE, `${email}\n${attempt}`).toString('base64url');
}

/** The mail of a sign-up: its code, or for a known address a notice that it already has an account. */
function signupMail(
  deps: IdentityDependencies,
  email: string,
  known: { readonly isKnown: boolean; readonly owner: Account | undefined },
  code: string,
): IdentityMail {
  const recipient = email;
  return known.isKnown
    ? knownAddressMail({ ...forOwner(deps, known.owner), recipient })
    : codeMail({ ...deps, recipient, code });
}

/** Deletes and returns a browser's sign-up for the address. */
async function removePendingOfBrowser(tx: Tx, email: string, token: string): Promise<PendingSignup | undefined> {
  const pending = await findPendingOfBrowser(tx, email, hashToken(token));
  if (pending) await deletePending(tx, pending.id);
  return pending;
}

/**
 * Starts a sign-up: stores the password, bound to this browser, and mails a code to the address. The owner of an existing account gets
 * another email; the response is the same (D6), and the sign-up is stored as a decoy that can't be confirmed (D21). Signing up again in
 * the same browser replaces the password; within a minute the mailed code stays. Returns the new browser token.
 */
export async function signUp(deps: IdentityDependencies, signup: Signup): Promise<string> {
  const email = emailOf(signup.username);
  requirePasswordRules(signup.password);
  await requireStrongPassword(deps, email, signup.password);
  const passwordHash = await deps.passwords.hash(signup.password);
  const { secret } = deps.config;
  const requester = requesterOf(secret, signup.network, readDevice(secret, email, signup.deviceMark));
  const browserToken = tokenFor(deps, email, signup.attempt);
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    const owner = await findAccount(tx, email);
    const isKnown = owner !== undefined;
    // Read after the lock, which is sent with the first query.
    const now = deps.clock();
    const repeated = await removePendingOfBrowser(tx, email, browserToken);
    const earlier = (await removePendingOfBrowser(tx, email, signup.browserToken ?? '')) ?? repeated;
    const newest = newCode();
    const mail = signupMail(deps, email, { isKnown, owner }, newest);
    const isMailed = await queueRequestedMail(tx, deps, mail, { requester });
    const fresh = {
      code_hash: hashCode(secret, email, newest),
      code_expires_at: new Date(now.getTime() + CODE_LIFE_MS),
      tries: 0,
      foreign_tries: 0,
      mailed_at: isMailed ? now : null,
      last_resent_at: null,
      resends: 0,
    };
    const { id: _, ...code } = earlier ?? { id: '', ...fresh };
    await insertPending(tx, {
      ...(isMailed ? fresh : code),
      email,
      password_hash: passwordHash,
      browser_hash: hashToken(browserToken),
      is_decoy: isKnown,
      created_at: now,
    });
  });
  return browserToken;
}

/**
 * Mails a new code to an address with a sign-up: at once the first time, then with growing gaps. The browser that signed up has its own
 * share of mails and its own code. Another browser gets an additional code, so that no stranger invalidates the owner's.
 */
export async function resendCode(
  deps: IdentityDependencies,
  resend: PayloadOf<typeof resendConfirm> & Browser,
): Promise<void> {
  const email = emailOf(resend.username);
  const { secret } = deps.config;
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    const { own, newest } = await findPending(tx, email, hashToken(resend.browserToken ?? ''));
    const pending = own ?? newest;
    if (!pending) return;
    const now = deps.clock();
    const code = newCode();
    const owner = await findAccount(tx, email);
    const mail = signupMail(deps, email, { isKnown: pending.is_decoy, owner }, code);
    const requester = own
      ? signupBrowsers(secret)
      : requesterOf(secret, resend.network, readDevice(secret, email, resend.deviceMark));
    const share = own?.mailed_at && own.resends < OWN_RESENDS && { shareUsedAt: own.last_resent_at };
    if (!(await queueRequestedMail(tx, deps, mail, { requester, ...share }))) return;
    const fresh = {
      code_hash: hashCode(secret, email, code),
      code_expires_at: new Date(now.getTime() + CODE_LIFE_MS),
    };
    if (own) await renewCode(tx, own.id, fresh, now);
    else {
      const { id: _, ...copy } = pending;
      const unused = { tries: 0, foreign_tries: 0, last_resent_at: null, resends: 0, created_at: now, mailed_at: now };
      const browser_hash = hashToken(newToken());
      await insertPending(tx, { ...copy, ...unused, browser_hash, ...fresh });
    }
  });
}
