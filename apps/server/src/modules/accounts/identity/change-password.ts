import { links } from '@firstyear/api-contract/addresses';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { Session } from '../../../plugins/session.ts';
import { audit } from '../../office/audit/service.ts';
import { replacePassword } from '../account/service.ts';
import { endAllSessions } from '../session/service.ts';
import { requireCurrentPassword } from './current-password.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { queueProvenMail } from './mail-limits.ts';
import { passwordChangedMail } from './mails.ts';
import { requirePasswordRules, requireStrongPassword } from './password-check.ts';
import { deleteResets } from './repository.ts';

interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

/**
 * Changes the password of the logged-in owner, who gives the current one. Ends every session of the account, and reset
 * links, tells the owner by email, and returns the token of a new session for this browser. Where the owner has set another one
 * by a link meanwhile, that one stays: wrong_current_password.
 */
export async function changeOwnPassword(
  deps: IdentityDependencies,
  { accountId, username, network }: Session,
  { current, next }: PasswordChange,
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
    const forgotUrl = links.forgot(deps.config.publicUrl);
    await queueProvenMail(tx, deps, passwordChangedMail({ ...deps, recipient: username, forgotUrl }));
    return deps.sessions.begin(tx, accountId);
  });
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
