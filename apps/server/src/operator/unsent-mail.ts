import { lastUseOf } from '../modules/mail/mail-kinds.ts';
import { listUnsentMails, retryMails, type UnsentMail } from '../modules/mail/service.ts';
import type { OperatorDependencies } from './command.ts';
import { counted } from './words.ts';

const REFUSED = 'MailRefused';

function stateOf(mail: UnsentMail, now: Date): string {
  if (!mail.has_text || lastUseOf(mail) <= now) return 'given up';
  return mail.last_error === REFUSED ? 'refused' : 'waiting';
}

/** The newest unsent mails, with tabs between the columns. */
export async function listUnsent(
  { db, clock }: Pick<OperatorDependencies, 'db' | 'clock'>,
  limit: number,
): Promise<string> {
  const mails = await listUnsentMails(db, limit + 1);
  if (mails.length === 0) return 'Every email was sent.';
  const now = clock();
  const lines = mails.slice(0, limit).map((mail) => {
    const { kind, recipient, created_at, attempts, last_error, id } = mail;
    const times = [created_at.toISOString(), lastUseOf(mail).toISOString()];
    return [stateOf(mail, now), kind, recipient, ...times, String(attempts), last_error || '-', id].join('\t');
  });
  const header = ['state', 'kind', 'address', 'written', 'of use until', 'attempts', 'last failure', 'id'].join('\t');
  return [header, ...lines, ...(mails.length > limit ? ['More are older.'] : [])].join('\n');
}

/** Queues unsent mails, all or these, to be sent now, and reports how many. */
export async function sendAgain(deps: Parameters<typeof retryMails>[0], ids: readonly string[]): Promise<string> {
  const count = await retryMails(deps, ids);
  const rest = ids.length > count ? ` The others were sent, are being sent, or are of no use any more.` : '';
  return `${counted(count, 'email is', 'emails are')} sent as soon as the worker is there.${rest}`;
}
