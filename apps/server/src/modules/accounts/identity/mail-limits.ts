import { MAIL_LIMITS } from '../../../config/limits.ts';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { acceptedSignatures } from '../../../crypto/signature.ts';
import type { Tx } from '../../../db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { countMails, countRequestedMails, type MailCount, queueMail } from '../../mail/service.ts';
import type { IdentityDependencies } from './dependencies.ts';
import type { IdentityMail, IdentityMailKind } from './mails.ts';

interface Requester {
  /** The first hash is stored with new mails; all of them count earlier ones. */
  readonly hashes: readonly Buffer[];
  /** Whether other requesters don't count, as for a browser that has logged in to the address before. */
  readonly isApart: boolean;
}

/** Uses the installation's secret, since networks are few enough to guess. */
const hashRequester = (secret: InstallationSecret, text: string) => acceptedSignatures(secret, 'mail requesters', text);

/** The requester of a call: its browser when it has logged in to the address before (see readDevice()), else its network. */
export function requesterOf(secret: InstallationSecret, network: string, device?: string): Requester {
  const isApart = device !== undefined;
  return { hashes: hashRequester(secret, isApart ? `device ${device}` : network), isApart };
}

/** All browsers that signed up with an address, as one requester, since anybody can have many. */
export function signupBrowsers(secret: InstallationSecret): Requester {
  return { hashes: hashRequester(secret, 'browsers that signed up'), isApart: true };
}

interface Request {
  readonly recipient: string;
  readonly kind: IdentityMailKind;
  readonly requester: Requester;
  /** When a browser last used its own share of mails; undefined if it has none. */
  readonly shareUsedAt?: Date | null;
}

/** Whether the gap since the newest of these mails in 24 hours is long enough. */
function isSpaced({ count, newest }: MailCount, quick: number, now: Date): boolean {
  const gapMs = Math.min(MAIL_LIMITS.maxGapMs, MINUTE_MS * 2 ** Math.max(0, count - quick));
  return newest === null || now.getTime() - newest.getTime() >= gapMs;
}

type BudgetDependencies = Pick<IdentityDependencies, 'clock' | 'config' | 'alarm'>;

/** Whether the address may get one more mail of this kind. Call it under lockAddress(). */
export async function mayMail(tx: Tx, deps: BudgetDependencies, request: Request): Promise<boolean> {
  const now = deps.clock();
  const { requester, shareUsedAt } = request;
  const { hashes, isApart } = requester;
  const since = new Date(now.getTime() - DAY_MS);
  const { all, own } = await countMails(tx, { ...request, requester: hashes, since });
  const isByShare = shareUsedAt !== undefined && all.count < MAIL_LIMITS.sharesUntil;
  const isDue = isByShare
    ? isSpaced({ count: 1, newest: shareUsedAt }, 1, now)
    : isSpaced(own, MAIL_LIMITS.quickFromOne, now) && (isApart || isSpaced(all, MAIL_LIMITS.quickFromAll, now));
  return isDue && (await isWithinBudget(tx, deps));
}

/** Queues a mail that a caller requests, if mayMail() allows it; false if it doesn't. */
export async function queueRequestedMail(
  tx: Tx,
  deps: IdentityDependencies,
  mail: IdentityMail,
  request: Pick<Request, 'requester' | 'shareUsedAt'>,
): Promise<boolean> {
  const isAllowed = await mayMail(tx, deps, { recipient: mail.recipient, kind: mail.kind, ...request });
  if (isAllowed) await queueMail(tx, deps.jobs, { ...mail, requester: request.requester.hashes }, deps.clock());
  return isAllowed;
}

/** Whether fewer mails than MAIL_BUDGET_PER_HOUR were sent to all addresses; alerts the operator if not. */
async function isWithinBudget(tx: Tx, deps: BudgetDependencies): Promise<boolean> {
  const budget = deps.config.mailBudgetPerHour;
  const since = new Date(deps.clock().getTime() - HOUR_MS);
  if ((await countRequestedMails(tx, since, budget)) < budget) return true;
  deps.alarm(
    `${budget} emails were requested within an hour. Sign-ups and resets get no email until the number goes down.`,
  );
  return false;
}
