import { EMAIL_MESSAGE, isEmail } from '@firstyear/api-contract';
import type { Tx } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import { DAY_MS } from '../../time/durations.ts';
import { countMails, queueMail } from '../mail/service.ts';
import type { AppDependencies } from '../module.ts';
import type { IdentityMail, IdentityMailKind } from './mails.ts';
import type { PasswordHasher } from './password-hasher.ts';

export type IdentityDependencies = Pick<AppDependencies, 'config' | 'db' | 'jobs' | 'clock' | 'partner'> & {
  readonly passwords: PasswordHasher;
};

/** Addresses are compared without regard to case (AMB-064). */
export function emailOf(username: string): string {
  if (!isEmail(username)) throw new ApiError('invalid_username', { message: EMAIL_MESSAGE });
  return username.toLowerCase();
}

const MAILS_A_DAY = 10;

/**
 * Queues a mail unless the address had ten like it in 24 hours, or one within `spacingMs`. Returns whether it did;
 * the caller never tells the browser.
 */
export async function queueWithinLimits(
  tx: Tx,
  deps: IdentityDependencies,
  mail: IdentityMail,
  spacingMs: number,
): Promise<boolean> {
  const now = deps.clock();
  if (!(await mayMail(tx, mail.recipient, [mail.kind], spacingMs, now))) return false;
  await queueMail(tx, deps.jobs, mail, now);
  return true;
}

export async function mayMail(
  tx: Tx,
  recipient: string,
  kinds: readonly IdentityMailKind[],
  spacingMs: number,
  now: Date,
): Promise<boolean> {
  const { count, newest } = await countMails(tx, recipient, kinds, new Date(now.getTime() - DAY_MS));
  return count < MAILS_A_DAY && (newest === null || now.getTime() - newest.getTime() >= spacingMs);
}
