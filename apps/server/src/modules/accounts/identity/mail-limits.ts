import type { InstallationSecret } from '../../../crypto/secret.ts';
import { acceptedSignatures } from '../../../crypto/signature.ts';
import type { Tx } from '../../../db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';
import { countMails, countRequestedMails, type MailCount, queueMail } from '../../reference/mail/service.ts';
import type { IdentityDependencies } from './dependencies.ts';
import type { IdentityMail, IdentityMailKind } from './mails.ts';

/**
 * Mails of one kind in 24 hours after which the gap between two grows from a minute to an hour: those that one requester
 * asked for, and all together. There is no last one: an owner never waits longer than an hour.
 */
const QUICK_MAILS = { fromOne: 1, fromAll: 6 };
const MAX_GAP_MS = HOUR_MS;

/** Mails of one kind in 24 hours that follow from a proof. */
const MAX_PROVEN = 10;

/** Who asks for a mail from outside. */
export interface Requester {
  /** As the outbox keeps it: the first hash for new mails, all of them where earlier ones are counted. */
  readonly hashes: readonly Buffer[];
  /** Whether what others ask for makes no difference, as for a browser that has logged in to the address before. */
  readonly isApart: boolean;
}

/** There are few networks, so the hash needs the installation's secret. */
const hashRequester = (secret: InstallationSecret, text: string) => acceptedSignatures(secret, 'mail requesters', text);

/** The requester of a call: its browser when it has logged in to the address before (see readDevice()), else its network. */
export function requesterOf(secret: InstallationSecret, network: string, device?: string): Requester {
  const isApart = device !== undefined;
  return { hashes: hashRequester(secret, isApart ? `device ${device}` : network), isApart };
}

/** Browsers that signed up with an address: all of them together, since anybody can have as many as they like. */
export function signupBrowsers(secret: InstallationSecret): Requester {
  return { hashes: hashRequester(secret, 'browsers that signed up'), isApart: true };
}

interface Request {
  readonly recipient: string;
  readonly kind: IdentityMailKind;
  readonly requester: Requester;
  /** When a browser with a share of its own last used it; nothing when it has none. */
  readonly shareUsedAt?: Date | null;
}

/** Mails of one kind in 24 hours beyond which nobody has a share. */
const SHARES_UNTIL = 24;

/** Whether the next mail may go, after so many in 24 hours. */
function isSpaced({ count, newest }: MailCount, quick: number, now: Date): boolean {
  const gapMs = Math.min(MAX_GAP_MS, MINUTE_MS * 2 ** Math.max(0, count - quick));
  return newest === null || now.getTime() - newest.getTime() >= gapMs;
}

/** Whether the address may get one more mail of this kind, by growing gaps. Right only under lockAddress(). */
export async function mayMail(tx: Tx, deps: IdentityDependencies, request: Request): Promise<boolean> {
  const now = deps.clock();
  const { requester, shareUsedAt } = request;
  const { hashes, isApart } = requester;
  const since = new Date(now.getTime() - DAY_MS);
  const { all, own } = await countMails(tx, { ...request, requester: hashes, since });
  const isByShare = shareUsedAt !== undefined && all.count < SHARES_UNTIL;
  const isDue = isByShare
    ? isSpaced({ count: 1, newest: shareUsedAt }, 1, now)
    : isSpaced(own, QUICK_MAILS.fromOne, now) && (isApart || isSpaced(all, QUICK_MAILS.fromAll, now));
  return isDue && (await isWithinBudget(tx, deps));
}

/** Whether all addresses together had fewer mails than MAIL_BUDGET_PER_HOUR; says so to the operator when not. */
async function isWithinBudget(tx: Tx, deps: IdentityDependencies): Promise<boolean> {
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
  const { all } = await countMails(tx, { recipient: mail.recipient, kind: mail.kind, requester: [], since });
  if (all.count < MAX_PROVEN) await queueMail(tx, deps.jobs, mail, now);
}
