import { isCode, links } from '@firstyear/api-contract';
import { hashToken, newToken } from '../../crypto/tokens.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../time/durations.ts';
import { createAccount, findAccount } from '../account/service.ts';
import { audit } from '../audit/service.ts';
import { queueMail } from '../mail/service.ts';
import { CODE_LIFE_MS, hashCode, isHashOfCode, newCode } from './codes.ts';
import { emailOf, type IdentityDependencies } from './dependencies.ts';
import { hashNetwork, isWithinBudget, mayMail, queueProvenMail } from './mail-limits.ts';
import { codeMail, type IdentityMail, knownAddressMail, setPasswordMail } from './mails.ts';
import { requirePasswordRules, requireStrongPassword } from './password-check.ts';
import {
  closePending,
  countCodeTry,
  deletePending,
  findNewestMailed,
  findNewestPending,
  findPendingOfBrowser,
  insertPending,
  lockAddress,
  type PendingSignup,
  renewCode,
} from './repository.ts';
import { issueReset } from './reset.ts';

/** How long a browser keeps the cookie that binds it to its sign-up: as long as the sign-up itself is kept. */
export const SIGNUP_COOKIE_LIFE_MS = 7 * DAY_MS;

/** Codes that the browser which signed up may have sent again, whatever others asked for. */
const OWN_RESENDS = 3;

interface Signup {
  readonly username: string;
  readonly password: string;
  /** The token in the signup cookie this browser has from earlier. */
  readonly browserToken: string | undefined;
  readonly network: string;
}

/** The mail of a sign-up: its code, or, to the owner of a known address, that there is an account already. */
function signupMail(deps: IdentityDependencies, email: string, isKnown: boolean, code: string): IdentityMail {
  if (!isKnown) return codeMail({ ...deps, recipient: email, code });
  const { publicUrl } = deps.config;
  const urls = { loginUrl: links.login(publicUrl), forgotUrl: links.forgot(publicUrl) };
  return knownAddressMail({ ...deps, recipient: email, ...urls });
}

/**
 * Begins an account: keeps the password with a code that goes to the address, bound to this browser. Whoever has an
 * account already is told so by email; the response is the same (D6), and the sign-up is kept too, as one that can
 * never be confirmed (D21). Signing up again in the same browser replaces the password; within a minute the code that
 * is in the mailbox stays. Returns the new browser token.
 */
export async function signUp(deps: IdentityDependencies, signup: Signup): Promise<string> {
  const email = emailOf(signup.username);
  requirePasswordRules(signup.password);
  await requireStrongPassword(deps, email, signup.password);
  const passwordHash = await deps.passwords.hash(signup.password);
  const requester = hashNetwork(deps.config.secret, signup.network);
  const browserToken = newToken();
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    const now = deps.clock();
    const isKnown = (await findAccount(tx, email)) !== undefined;
    const earlier = await findPendingOfBrowser(tx, email, hashToken(signup.browserToken ?? ''));
    if (earlier) await deletePending(tx, earlier.id);
    const code = newCode();
    const mail = signupMail(deps, email, isKnown, code);
    const isMailed = await mayMail(tx, deps, { recipient: email, kind: mail.kind, requester });
    const fresh = {
      code_hash: hashCode(deps.config.secret, email, code),
      code_expires_at: new Date(now.getTime() + CODE_LIFE_MS),
      tries: 0,
      foreign_tries: 0,
      mailed_at: isMailed ? now : null,
      last_resent_at: null,
      resends: 0,
    };
    const { id: _, ...kept } = earlier ?? { id: '', ...fresh };
    await insertPending(tx, {
      ...(isMailed ? fresh : kept),
      email,
      password_hash: passwordHash,
      browser_hash: hashToken(browserToken),
      is_decoy: isKnown,
      created_at: now,
    });
    if (isMailed) await queueMail(tx, deps.jobs, { ...mail, requester }, now);
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
  if (codeHash === undefined) return false;
  return !pending.is_decoy && isHashOfCode(deps.config.secret, codeHash, pending.email, code);
}

interface NewAccount {
  readonly pending: PendingSignup;
  readonly withPassword: boolean;
  readonly network: string;
}

async function makeAccount(tx: Tx, deps: IdentityDependencies, { pending, withPassword, network }: NewAccount) {
  const now = deps.clock();
  await lockAddress(tx, pending.email);
  // Once: of two confirmations at the same time, one finds the sign-up closed.
  if (!(await closePending(tx, pending.email)).includes(pending.id)) throw new ApiError('wrong_code');
  if (withPassword) await deletePending(tx, pending.id);
  const passwordHash = withPassword ? pending.password_hash : null;
  const accountId = await createAccount(tx, { email: pending.email, passwordHash, now });
  if (accountId === undefined) throw new ApiError('wrong_code');
  const by = { kind: 'applicant', network } as const;
  await audit(tx, { kind: 'account_confirmed', by, accountId, detail: { same_browser: withPassword }, at: now });
  return accountId;
}

interface Confirmation {
  readonly username: string;
  readonly code: string;
  readonly browserToken: string | undefined;
  readonly network: string;
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
  const { code, browserToken, network } = confirmation;
  if (!isCode(code)) throw new ApiError('wrong_code');
  const own =
    browserToken === undefined ? undefined : await findPendingOfBrowser(deps.db, email, hashToken(browserToken));
  if (own && (await isRightCode(deps, own, 'tries', code))) {
    await inTransaction(deps.db, (tx) => makeAccount(tx, deps, { pending: own, withPassword: true, network }));
    return 'ready';
  }
  const newest = await findNewestMailed(deps.db, email);
  if (newest && newest.id !== own?.id && (await isRightCode(deps, newest, 'foreign_tries', code))) {
    await inTransaction(deps.db, async (tx) => {
      const accountId = await makeAccount(tx, deps, { pending: newest, withPassword: false, network });
      const resetUrl = await issueReset(tx, deps, { accountId, email });
      await queueProvenMail(tx, deps, setPasswordMail({ ...deps, recipient: email, resetUrl }));
    });
    return 'set_password';
  }
  throw new ApiError('wrong_code');
}

interface Resend {
  readonly username: string;
  readonly browserToken: string | undefined;
  readonly network: string;
}

/**
 * Sends a new code to an address that waits for one: at once the first time, then at most once a minute. The browser
 * that signed up has its own share of mails and its own code. Another one gets a code beside it, which is bound to no
 * browser, so that no stranger makes the owner's code wrong.
 */
export async function resendCode(deps: IdentityDependencies, resend: Resend): Promise<void> {
  const email = emailOf(resend.username);
  const requester = hashNetwork(deps.config.secret, resend.network);
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    const now = deps.clock();
    const own = await findPendingOfBrowser(tx, email, hashToken(resend.browserToken ?? ''));
    const pending = own ?? (await findNewestPending(tx, email));
    if (!pending) return;
    const code = newCode();
    const mail = signupMail(deps, email, pending.is_decoy, code);
    const last = own?.last_resent_at?.getTime() ?? 0;
    const isAllowed =
      own?.mailed_at && own.resends < OWN_RESENDS
        ? now.getTime() - last >= MINUTE_MS && (await isWithinBudget(tx, deps))
        : await mayMail(tx, deps, { recipient: email, kind: mail.kind, requester });
    if (!isAllowed) return;
    const hash = hashCode(deps.config.secret, email, code);
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
    if (own) await renewCode(tx, own.id, { hash, expiresAt, now });
    else {
      const { id: _, ...like } = pending;
      const unused = { tries: 0, foreign_tries: 0, last_resent_at: null, resends: 0, created_at: now, mailed_at: now };
      const browser_hash = hashToken(newToken());
      await insertPending(tx, { ...like, ...unused, browser_hash, code_hash: hash, code_expires_at: expiresAt });
    }
    await queueMail(tx, deps.jobs, { ...mail, requester }, now);
  });
}
