import { randomUUID } from 'node:crypto';
import { links } from '@firstyear/api-contract/addresses';
import type { PayloadOf } from '@firstyear/api-contract/call';
import type { changeEmail as changeEmailCall } from '@firstyear/api-contract/identity';
import { isCode } from '@firstyear/api-contract/identity-rules';
import { TRIES_OF_CODE } from '../../../config/limits.ts';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { Session } from '../../../plugins/session.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { audit } from '../../audit/service.ts';
import { MAIL_LIFE_MS } from '../../mail/mail-kinds.ts';
import { queueAtMost } from '../../mail/service.ts';
import { changeEmail, changePassword, findAccount } from '../account/service.ts';
import { endAllSessions } from '../session/service.ts';
import { requireCurrentPassword } from './change-password.ts';
import { CODE_LIFE_MS, hashCode, isHashOfCode, newCode } from './codes.ts';
import { emailOf, forOwner, type IdentityDependencies } from './dependencies.ts';
import { queueRequestedMail, requesterOf } from './mail-limits.ts';
import { changeCodeMail, changeRequestedMail, changeUndoneMail, emailChangedMail, knownAddressMail } from './mails.ts';
import {
  closePending,
  countChangeTry,
  deleteResets,
  type EmailChange,
  findChange,
  findNewestChange,
  insertEmailChange,
  lockAddress,
  markChanged,
  markUndone,
} from './repository.ts';
import { issueReset } from './reset.ts';

/** How long after the request the mails to the earlier address can undo a change. */
const UNDO_LIFE_MS = MAIL_LIFE_MS.email_change_requested;

const UNDO_PURPOSE = 'undoing a change of email address';

/** Locks both addresses in one order for all changes, to avoid deadlocks. */
async function lockAddresses(tx: Tx, change: Pick<EmailChange, 'old_email' | 'new_email'>): Promise<void> {
  for (const email of [change.old_email, change.new_email].sort()) await lockAddress(tx, email);
}

/** A code is bound to the account that requested it. */
const codeSubject = (accountId: string, email: string) => `${accountId} ${email}`;

function undoUrl(deps: IdentityDependencies, changeId: string): string {
  const signature = sign(deps.config.secret, UNDO_PURPOSE, changeId).toString('base64url');
  return links.restore(deps.config.publicUrl, `${changeId}.${signature}`);
}

const UNDO_ID = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** The id of the change in a signed link. */
function readUndoId(secret: InstallationSecret, id: string): string | undefined {
  const [, changeId = '', signature = ''] = UNDO_ID.exec(id) ?? [];
  return isSignature(secret, UNDO_PURPOSE, changeId, Buffer.from(signature, 'base64url')) ? changeId : undefined;
}

/** Whether a request repeats the newest one within a minute, as after a lost response. */
function isRepeated(
  newest: EmailChange | undefined,
  change: Pick<EmailChange, 'old_email' | 'new_email'>,
  now: Date,
): boolean {
  if (!newest || newest.old_email !== change.old_email || newest.new_email !== change.new_email) return false;
  const isOpen = newest.undone_at === null && newest.tries < TRIES_OF_CODE;
  return isOpen && now.getTime() - newest.created_at.getTime() < MINUTE_MS;
}

/**
 * Requests another email address for the logged-in owner, who gives the password. Mails a code to the new address, and a link that
 * cancels the change to the current one; without that mail there is no change. If the new address has an account, its owner gets a
 * notice instead, with the same response, so that nobody learns whether an address is known. A repetition within a minute mails nothing.
 */
export async function requestEmailChange(
  deps: IdentityDependencies,
  { accountId, username, network }: Session,
  { username: newUsername, current_password: password }: PayloadOf<typeof changeEmailCall>,
): Promise<void> {
  const newEmail = emailOf(newUsername);
  await requireCurrentPassword(deps, username, password);
  if (newEmail === username) throw new ApiError('same_email');
  const requester = requesterOf(deps.config.secret, network);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const change = { id: randomUUID(), account_id: accountId, old_email: username, new_email: newEmail };
    await lockAddresses(tx, change);
    if (isRepeated(await findNewestChange(tx, accountId), change, now)) return;
    const url = undoUrl(deps, change.id);
    const owner = await findAccount(tx, username);
    const notice = changeRequestedMail({ ...forOwner(deps, owner), recipient: username, newEmail, undoUrl: url });
    if (!(await queueRequestedMail(tx, deps, notice, { requester }))) throw new ApiError('email_change_too_soon');
    const known = await findAccount(tx, newEmail);
    const isKnown = known !== undefined;
    const code = newCode();
    await insertEmailChange(tx, {
      ...change,
      code_hash: hashCode(deps.config.secret, codeSubject(accountId, newEmail), code),
      code_expires_at: new Date(now.getTime() + CODE_LIFE_MS),
      is_decoy: isKnown,
      created_at: now,
    });
    const parts = { ...forOwner(deps, known ?? owner), recipient: newEmail };
    const mail = isKnown ? knownAddressMail(parts) : { ...changeCodeMail({ ...parts, code }), accountId };
    await queueRequestedMail(tx, deps, mail, { requester });
    await audit(tx, { kind: 'email_change_requested', by: { kind: 'applicant', network }, accountId, at: now });
  });
}

/**
 * Changes the account's address by the code that was mailed there. Ends every session and reset link of the account, notifies the
 * earlier address, and returns the new address with the token of a new session for this browser. 401 no_session if all sessions ended
 * meanwhile.
 */
export async function confirmEmailChange(
  deps: IdentityDependencies,
  { accountId, username, network }: Session,
  code: string,
): Promise<{ readonly token: string; readonly email: string }> {
  const change = await findNewestChange(deps.db, accountId);
  if (!change || !isCode(code)) throw new ApiError('wrong_code');
  // In a separate statement, so that the try counts in any case.
  const codeHash = await countChangeTry(deps.db, change.id, deps.clock());
  const { new_email: email } = change;
  const isRight =
    codeHash !== undefined && isHashOfCode(deps.config.secret, codeHash, codeSubject(accountId, email), code);
  if (!isRight || change.is_decoy) throw new ApiError('wrong_code');
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    await lockAddresses(tx, change);
    const isTaken = (await findAccount(tx, email)) !== undefined;
    if (isTaken || !(await markChanged(tx, change.id, now))) throw new ApiError('wrong_code');
    const owner = await findAccount(tx, username);
    await changeEmail(tx, accountId, email);
    await closePending(tx, email);
    // This session included, unless a password reset or a logout has just ended all of them.
    if ((await endAllSessions(tx, accountId)) === 0) throw new ApiError('no_session');
    await deleteResets(tx, accountId);
    await audit(tx, { kind: 'email_changed', by: { kind: 'applicant', network }, accountId, at: now });
    const url = undoUrl(deps, change.id);
    const mail = emailChangedMail({ ...forOwner(deps, owner), recipient: username, newEmail: email, undoUrl: url });
    await queueAtMost(tx, deps, { ...mail, accountId });
    return { token: await deps.sessions.begin(tx, accountId), email };
  });
}

/**
 * Cancels or undoes a change by the link that was mailed to the earlier address, once and within three days. The person who changed it
 * knew the password and may be logged in, so every session ends, the password no longer works, and the owner gets a link to choose a new one.
 * Idempotent until then. 400 wrong_restore_link.
 */
export async function undoEmailChange(deps: IdentityDependencies, id: string, network: string): Promise<void> {
  const changeId = readUndoId(deps.config.secret, id);
  const change = changeId === undefined ? undefined : await findChange(deps.db, changeId);
  if (!change) throw new ApiError('wrong_restore_link');
  const { account_id: accountId, old_email: email } = change;
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    await lockAddresses(tx, change);
    const hasExpired = now.getTime() - change.created_at.getTime() >= UNDO_LIFE_MS;
    const owner = await findAccount(tx, email);
    // The earlier address may have a new account meanwhile.
    const isTaken = owner !== undefined && owner.id !== accountId;
    if (hasExpired || isTaken) throw new ApiError('wrong_restore_link');
    if (!(await markUndone(tx, change, now))) {
      // A retry after a lost response: the change is already undone, and no new password was chosen yet.
      if (owner?.password_hash === null) return;
      throw new ApiError('wrong_restore_link');
    }
    await changeEmail(tx, accountId, email);
    await closePending(tx, email);
    await changePassword(tx, accountId, null);
    await endAllSessions(tx, accountId);
    await audit(tx, { kind: 'email_change_undone', by: { kind: 'applicant', network }, accountId, at: now });
    const resetUrl = await issueReset(tx, deps, { accountId, email });
    const mail = changeUndoneMail({ ...forOwner(deps, await findAccount(tx, email)), recipient: email, resetUrl });
    await queueAtMost(tx, deps, mail);
  });
}
