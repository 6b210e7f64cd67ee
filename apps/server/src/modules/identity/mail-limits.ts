import type { InstallationSecret } from '../../crypto/secret.ts';
import { acceptedSignatures } from '../../crypto/signature.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/durations.ts';
import { countMails, countRequestedMails, queueMail } from '../mail/service.ts';
import type { IdentityDependencies } from './dependencies.ts';
import type { IdentityMail, IdentityMailKind } from './mails.ts';

/** Mails of one kind in 24 hours that one network may cause for an address, and all networks together. */
const MAX_A_DAY = { fromOneNetwork: 10, fromAll: 20 };

/**
 * What the outbox keeps of a network: the first hash for new mails, all of them where earlier ones are counted. There are
 * few networks, so the hash needs the installation's secret.
 */
export function hashNetwork(secret: InstallationSecret, network: string): readonly Buffer[] {
  return acceptedSignatures(secret, 'mail requesters', network);
}

interface Request {
  readonly recipient: string;
  readonly kind: IdentityMailKind;
  readonly requester: readonly Buffer[];
}

/**
 * Whether the address may get one more mail of this kind: one a minute, ten a day that the same network asked for,
 * twenty from all. Right only under lockAddress().
 */
export async function mayMail(tx: Tx, deps: IdentityDependencies, request: Request): Promise<boolean> {
  const now = deps.clock();
  const counted = await countMails(tx, { ...request, since: new Date(now.getTime() - DAY_MS) });
  const isSpaced = counted.newest === null || now.getTime() - counted.newest.getTime() >= MINUTE_MS;
  const isFew = counted.requested < MAX_A_DAY.fromOneNetwork && counted.count < MAX_A_DAY.fromAll;
  return isSpaced && isFew && (await isWithinBudget(tx, deps));
}

/** Whether all addresses together had fewer mails than MAIL_BUDGET_PER_HOUR; says so to the operator when not. */
export async function isWithinBudget(tx: Tx, deps: IdentityDependencies): Promise<boolean> {
  const budget = deps.config.mailBudgetPerHour;
  const since = new Date(deps.clock().getTime() - HOUR_MS);
  if ((await countRequestedMails(tx, since, budget)) < budget) return true;
  deps.alarm(
    `${budget} emails were requested within an hour. Sign-ups and resets get no email until the number goes down.`,
  );
  return false;
}

/** Queues a mail that follows from a proof, such as a code or a link that worked, unless the address had ten a day. */
export async function queueProvenMail(
  tx: Tx,
  deps: Pick<IdentityDependencies, 'clock' | 'jobs'>,
  mail: IdentityMail,
): Promise<void> {
  const now = deps.clock();
  const since = new Date(now.getTime() - DAY_MS);
  const { count } = await countMails(tx, { recipient: mail.recipient, kind: mail.kind, requester: [], since });
  if (count < MAX_A_DAY.fromOneNetwork) await queueMail(tx, deps.jobs, mail, now);
}
