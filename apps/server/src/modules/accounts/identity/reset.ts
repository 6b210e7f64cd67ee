import { links } from '@firstyear/api-contract/addresses';
import type { PayloadOf } from '@firstyear/api-contract/call';
import type {
  forgotPassword as forgotPasswordCall,
  resetPassword as resetPasswordCall,
} from '@firstyear/api-contract/identity';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { audit } from '../../audit/service.ts';
import { MAIL_LIFE_MS } from '../../mail/mail-kinds.ts';
import { queueAtMost, queueMail } from '../../mail/service.ts';
import { changePassword, findAccount, lockAccount } from '../account/service.ts';
import { countLogin, forgetGuesses } from '../limits/logins.ts';
import { endAllSessions } from '../session/service.ts';
import { type Browser, emailOf, forOwner, type IdentityDependencies } from './dependencies.ts';
import { readDevice } from './devices.ts';
import { recordFailedLogin } from './login.ts';
import { mayMail, requesterOf } from './mail-limits.ts';
import { passwordChangedMail, resetLinkMail } from './mails.ts';
import { requirePasswordRules, requireStrongPassword } from './password-check.ts';
import { findReset, lockAddress, replaceResets, useReset } from './repository.ts';

const RESET_LIFE_MS = MAIL_LIFE_MS.reset_link;

/** Makes a reset link, which works once within an hour; the account's earlier ones stop working. */
export async function issueReset(
  tx: Tx,
  deps: Pick<IdentityDependencies, 'clock' | 'config'>,
  owner: { readonly accountId: string; readonly email: string },
): Promise<string> {
  const token = newToken();
  const created_at = deps.clock();
  const expires_at = new Date(created_at.getTime() + RESET_LIFE_MS);
  await replaceResets(tx, { account_id: owner.accountId, token_hash: hashToken(token), created_at, expires_at });
  return links.reset(deps.config.publicUrl, { username: owner.email, id: token });
}

/** With the caller's browser and network, whose failed logins are forgotten. */
type Reset = PayloadOf<typeof resetPasswordCall> & Browser;

/** Mails a reset link to the owner of an account, with growing gaps; nothing to an unknown address. */
export async function forgotPassword(
  deps: IdentityDependencies,
  { username, network, deviceMark }: PayloadOf<typeof forgotPasswordCall> & Browser,
): Promise<void> {
  const email = emailOf(username);
  const { secret } = deps.config;
  const requester = requesterOf(secret, network, readDevice(secret, email, deviceMark));
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    const account = await findAccount(tx, email);
    // Always checked, so that the time doesn't reveal whether there is an account.
    const isAllowed = await mayMail(tx, deps, { recipient: email, kind: 'reset_link', requester });
    if (!account || !isAllowed) return;
    const resetUrl = await issueReset(tx, deps, { accountId: account.id, email });
    const mail = resetLinkMail({ ...forOwner(deps, account), recipient: email, resetUrl });
    await queueMail(tx, deps.jobs, { ...mail, requester: requester.hashes }, deps.clock());
  });
}

/**
 * Whether a request with a used link repeats the password that the account has, as after a lost response. Counted like a login, so
 * that nobody can guess faster with a used link.
 */
async function isRepeated(deps: IdentityDependencies, email: string, reset: Reset): Promise<boolean> {
  const { network, deviceMark } = reset;
  const device = readDevice(deps.config.secret, email, deviceMark);
  const attempt = await countLogin(deps.db, { door: 'login', email, network, device }, deps.clock());
  const account = await findAccount(deps.db, email);
  const isSame = await deps.passwords.verify(account?.password_hash, reset.password);
  await (isSame ? attempt.undo() : recordFailedLogin(deps, attempt, account, { email, network }));
  return isSame;
}

/** Sets a new password by a reset link; false when the link was used meanwhile. */
async function setPassword(
  deps: IdentityDependencies,
  { email, accountId, tokenHash }: { readonly email: string; readonly accountId: string; readonly tokenHash: Buffer },
  reset: Reset,
): Promise<boolean> {
  await requireStrongPassword(deps, email, reset.password);
  const passwordHash = await deps.passwords.hash(reset.password);
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const now = deps.clock();
    if (!(await useReset(tx, accountId, tokenHash, now))) return false;
    await changePassword(tx, accountId, passwordHash);
    await endAllSessions(tx, accountId);
    await forgetGuesses(tx, {
      door: 'login',
      email,
      network: reset.network,
      device: readDevice(deps.config.secret, email, reset.deviceMark),
    });
    const by = { kind: 'applicant', network: reset.network } as const;
    await audit(tx, { kind: 'password_reset', by, accountId, at: now });
    const owner = await findAccount(tx, email);
    await queueAtMost(tx, deps, passwordChangedMail({ ...forOwner(deps, owner), recipient: email }));
    return true;
  });
}

/**
 * Sets a new password by a reset link, ends every session of the account and notifies the owner by email. Idempotent until the link
 * expires. 400 wrong_reset_link; 429 too_many for other passwords with a used link.
 */
export async function resetPassword(deps: IdentityDependencies, reset: Reset): Promise<void> {
  const email = emailOf(reset.username);
  requirePasswordRules(reset.password);
  const tokenHash = hashToken(reset.id);
  // Before the password is estimated and hashed, so that invented links cost nothing.
  const link = await findReset(deps.db, email, tokenHash, deps.clock());
  if (!link) throw new ApiError('wrong_reset_link');
  const { accountId, isUsed } = link;
  const isDone =
    (!isUsed && (await setPassword(deps, { email, accountId, tokenHash }, reset))) ||
    (await isRepeated(deps, email, reset));
  if (!isDone) throw new ApiError('wrong_reset_link');
}
