import { GUESSES } from '../../../config/limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { Session } from '../../../plugins/session.ts';
import { audit, byApplicant } from '../../audit/service.ts';
import { queueAtMost } from '../../mail/service.ts';
import { findAccount, replacePassword } from '../account/service.ts';
import { countTry, forgetFailures } from '../limits/failures.ts';
import { endAllSessions } from '../session/service.ts';
import { forOwner, type IdentityDependencies } from './dependencies.ts';
import { passwordChangedMail } from './mails.ts';
import { requirePasswordRules, requireStrongPassword } from './password-check.ts';
import { deleteResets } from './repository.ts';

/**
 * Refuses any password but the account's current one: wrong_current_password, too_many after five tries, so that a stranger at a
 * logged-in browser can't guess faster than on the Log In card. Returns its hash, so that the
 * caller can detect another password set during the comparison.
 */
export async function requireCurrentPassword(
  deps: Pick<IdentityDependencies, 'db' | 'clock' | 'passwords'>,
  email: string,
  password: string,
): Promise<string> {
  const subject = `password:${email}:own`;
  await countTry(deps.db, subject, GUESSES, deps.clock());
  const hash = (await findAccount(deps.db, email))?.password_hash ?? null;
  const isRight = await deps.passwords.verify(hash, password);
  if (!isRight || hash === null) throw new ApiError('wrong_current_password');
  await forgetFailures(deps.db, subject);
  return hash;
}

/**
 * Changes the password of the logged-in owner, who gives the current one. Ends every session and reset link of the account, notifies
 * the owner by email, and returns the token of a new session for this browser. wrong_current_password if a password was set by a
 * link meanwhile.
 */
export async function changeOwnPassword(
  deps: IdentityDependencies,
  { accountId, username, network }: Session,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<string> {
  requirePasswordRules(next);
  const from = await requireCurrentPassword(deps, username, current);
  await requireStrongPassword(deps, username, next);
  const to = await deps.passwords.hash(next);
  return inTransaction(deps.db, async (tx) => {
    if (!(await replacePassword(tx, accountId, { from, to }))) throw new ApiError('wrong_current_password');
    await endAllSessions(tx, accountId);
    await deleteResets(tx, accountId);
    await audit(tx, { kind: 'password_changed', by: { kind: 'applicant', network }, accountId, at: deps.clock() });
    const owner = await findAccount(tx, username);
    await queueAtMost(tx, deps, passwordChangedMail({ ...forOwner(deps, owner), recipient: username }));
    return deps.sessions.begin(tx, accountId);
  });
}

/** Ends the session of a token, which may have ended already. */
export async function logOut(
  { db, clock, sessions }: Pick<IdentityDependencies, 'db' | 'clock' | 'sessions'>,
  session: Session | undefined,
  token: string | undefined,
): Promise<void> {
  if (session) await audit(db, { kind: 'logout', ...byApplicant(session), at: clock() });
  if (token !== undefined) await sessions.end(db, token);
}

/** Ends every session of the account, in this browser too. */
export async function logOutEverywhere(
  deps: Pick<IdentityDependencies, 'db' | 'clock'>,
  { accountId, network }: Session,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await endAllSessions(tx, accountId);
    await audit(tx, { kind: 'logout_everywhere', by: { kind: 'applicant', network }, accountId, at: deps.clock() });
  });
}
