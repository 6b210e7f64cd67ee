import { lastUseOf } from '../modules/reference/mail/mail-kinds.ts';
import { countUnsentMails, listUnsentMails, retryMails, type UnsentMail } from '../modules/reference/mail/service.ts';
import type { OperatorDependencies } from './dependencies.ts';

const COLUMNS = ['state', 'kind', 'address', 'written', 'of use until', 'attempts', 'last failure', 'id'];
const REFUSED = 'MailRefused';

function stateOf(mail: UnsentMail, now: Date): string {
  if (!mail.has_text || lastUseOf(mail) <= now) return 'given up';
  return mail.last_error === REFUSED ? 'refused' : 'waiting';
}

function lineOf(mail: UnsentMail, now: Date): string {
  const { kind, recipient, created_at, attempts, last_error, id } = mail;
  const until = lastUseOf(mail).toISOString();
  const cells = [stateOf(mail, now), kind, recipient, created_at.toISOString(), until, attempts, last_error ?? '-', id];
  return cells.join('\t');
}

/** The newest mails that were not sent, with tabs between the columns. */
export async function listUnsent(
  { db, clock }: Pick<OperatorDependencies, 'db' | 'clock'>,
  limit: number,
): Promise<string> {
  const mails = await listUnsentMails(db, limit);
  if (mails.length === 0) return 'Every email was sent.';
  const total = await countUnsentMails(db);
  const rest = total > mails.length ? [`${total - mails.length} more are older.`] : [];
  const now = clock();
  return [COLUMNS.join('\t'), ...mails.map((mail) => lineOf(mail, now)), ...rest].join('\n');
}

/** Has unsent mails sent now, all or these, and says how many. */
export async function sendAgain(deps: Parameters<typeof retryMails>[0], ids: readonly string[]): Promise<string> {
  const count = await retryMails(deps, ids);
  const rest = ids.length > count ? ` The others were sent, are being sent, or are of no use any more.` : '';
  return `${count} ${count === 1 ? 'email is' : 'emails are'} sent as soon as the worker is there.${rest}`;
}
