import type { PayloadOf } from '@firstyear/api-contract/call';
import type { confirm } from '@firstyear/api-contract/identity';
import { isCode } from '@firstyear/api-contract/identity-rules';
import { hashToken } from '../../../crypto/tokens.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { audit } from '../../audit/service.ts';
import { queueAtMost } from '../../mail/service.ts';
import { createAccount } from '../account/service.ts';
import { isHashOfCode } from './codes.ts';
import { type Browser, emailOf, type IdentityDependencies } from './dependencies.ts';
import { setPasswordMail } from './mails.ts';
import {
  closePending,
  countCodeTry,
  countRepeat,
  deletePending,
  findConfirmed,
  findNewestMailed,
  findPendingOfBrowser,
  insertConfirmed,
  lockAddress,
  type PendingSignup,
  undoRepeat,
} from './repository.ts';
import { issueReset } from './reset.ts';

interface CodeTry {
  readonly email: string;
  readonly code: string;
  readonly browserHash: Buffer;
  readonly network: string;
}

interface Confirmed {
  /** 'ready': the password of the sign-up works. 'set_password': it never will, and a link to choose a password was mailed. */
  readonly outcome: 'ready' | 'set_password';
  /** The code came from the browser that signed up. */
  readonly isSameBrowser: boolean;
}

async function isRightCode(
  tx: Tx,
  deps: IdentityDependencies,
  pending: PendingSignup,
  by: 'tries' | 'foreign_tries',
  code: string,
): Promise<boolean> {
  const codeHash = await countCodeTry(tx, pending.id, by, deps.clock());
  if (codeHash === undefined) return false;
  return !pending.is_decoy && isHashOfCode(deps.config.secret, codeHash, pending.email, code);
}

/** Makes the account of a confirmed sign-up, and stores the outcome for retries with the same code. */
async function makeAccount(
  tx: Tx,
  deps: IdentityDependencies,
  pending: PendingSignup,
  { isSameBrowser, network }: Pick<Confirmed, 'isSameBrowser'> & Pick<CodeTry, 'network'>,
): Promise<string> {
  const now = deps.clock();
  const { email, browser_hash, code_hash, code_expires_at, tries, foreign_tries } = pending;
  await closePending(tx, email);
  if (isSameBrowser) await deletePending(tx, pending.id);
  const password_hash = isSameBrowser ? pending.password_hash : null;
  const accountId = await createAccount(tx, { email, password_hash }, now);
  if (accountId === undefined) throw new ApiError('wrong_code');
  await insertConfirmed(tx, {
    account_id: accountId,
    browser_hash,
    code_hash,
    code_expires_at,
    // Without the right try, which wasn't a guess.
    tries,
    foreign_tries,
    is_same_browser: isSameBrowser,
  });
  const by = { kind: 'applicant', network } as const;
  await audit(tx, { kind: 'account_confirmed', by, accountId, detail: { same_browser: isSameBrowser }, at: now });
  return accountId;
}

async function confirmPending(
  tx: Tx,
  deps: IdentityDependencies,
  { email, code, browserHash, network }: CodeTry,
): Promise<Confirmed | undefined> {
  const pending = await findPendingOfBrowser(tx, email, browserHash);
  if (pending && (await isRightCode(tx, deps, pending, 'tries', code))) {
    await makeAccount(tx, deps, pending, { isSameBrowser: true, network });
    return { outcome: 'ready', isSameBrowser: true };
  }
  const newest = await findNewestMailed(tx, email);
  if (!newest || newest.id === pending?.id || !(await isRightCode(tx, deps, newest, 'foreign_tries', code)))
    return undefined;
  const accountId = await makeAccount(tx, deps, newest, { isSameBrowser: false, network });
  const resetUrl = await issueReset(tx, deps, { accountId, email });
  await queueAtMost(tx, deps, setPasswordMail({ ...deps, recipient: email, resetUrl }));
  return { outcome: 'set_password', isSameBrowser: false };
}

/** The stored outcome of the same code, for a retry after a lost response. */
async function recallConfirmed(
  tx: Tx,
  deps: IdentityDependencies,
  { email, code, browserHash }: CodeTry,
): Promise<Confirmed | undefined> {
  const confirmed = await findConfirmed(tx, email);
  if (!confirmed) return undefined;
  const { account_id, browser_hash, is_same_browser } = confirmed;
  const isSameBrowser = browser_hash.equals(browserHash);
  const by = isSameBrowser ? 'tries' : 'foreign_tries';
  const codeHash = await countRepeat(tx, account_id, by, deps.clock());
  if (codeHash === undefined || !isHashOfCode(deps.config.secret, codeHash, email, code)) return undefined;
  await undoRepeat(tx, account_id, by);
  return { outcome: is_same_browser ? 'ready' : 'set_password', isSameBrowser };
}

/**
 * Confirms an address. 'ready': the code came from the browser that signed up, and its password works. 'set_password': it came from
 * another browser, so the password never works and the owner gets a link to choose one (D7). Idempotent until the code expires. 400
 * wrong_code.
 */
export async function confirmSignup(
  deps: IdentityDependencies,
  { username, code, browserToken, network }: PayloadOf<typeof confirm> & Browser,
): Promise<Confirmed> {
  const email = emailOf(username);
  if (!isCode(code)) throw new ApiError('wrong_code');
  const attempt = { email, code, browserHash: hashToken(browserToken ?? ''), network };
  const confirmed = await inTransaction(deps.db, async (tx) => {
    // One at a time, so that a concurrent retry finds the stored outcome.
    await lockAddress(tx, email);
    return (await confirmPending(tx, deps, attempt)) ?? (await recallConfirmed(tx, deps, attempt));
  });
  // After the transaction, so that the count of tries is stored.
  if (!confirmed) throw new ApiError('wrong_code');
  return confirmed;
}
