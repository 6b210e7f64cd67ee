import { CONNECTIONS } from '../db/connections.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { endPoolOnAbort } from '../db/end-on-abort.ts';
import type { Db } from '../db/transaction.ts';
import { findAccount, findOwners } from '../modules/accounts/account/service.ts';
import { findApplicationsByEmail } from '../modules/application/row/application.ts';
import { readConversionTotals } from '../modules/application/uploads/service.ts';
import { readTrail } from '../modules/audit/service.ts';
import { lastUseOf } from '../modules/mail/mail-kinds.ts';
import { countUnsentMails, listUnsentMails, retryMails, type UnsentMail } from '../modules/mail/service.ts';
import { listOfficeRows } from '../modules/office/list/service.ts';
import { rotateKey, type SecretKeyDependencies } from '../modules/operations/secret-key/service.ts';
import { DAY_MS } from '../process/durations.ts';
import type { OperatorDependencies } from './command.ts';
import { OperatorError } from './operator-error.ts';
import { counted, tabbed } from './words.ts';

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
  const mails = await listUnsentMails(db, limit);
  if (mails.length === 0) return 'Every email was sent.';
  const older = (await countUnsentMails(db)) - mails.length;
  const now = clock();
  const lines = tabbed(
    ['state', 'kind', 'address', 'written', 'of use until', 'attempts', 'last failure', 'id'],
    mails.map((mail) => {
      const { kind, recipient, created_at, attempts, last_error, id } = mail;
      const times = [created_at.toISOString(), lastUseOf(mail).toISOString()];
      return [stateOf(mail, now), kind, recipient, ...times, String(attempts), last_error, id];
    }),
  );
  return older > 0 ? `${lines}\n${older} more are older.` : lines;
}

/** Queues unsent mails, all or these, to be sent now, and reports how many. */
export async function sendAgain(deps: Parameters<typeof retryMails>[0], ids: readonly string[]): Promise<string> {
  const count = await retryMails(deps, ids);
  const rest = ids.length > count ? ` The others were sent, are being sent, or are of no use any more.` : '';
  return `${counted(count, 'email is', 'emails are')} sent as soon as the worker is there.${rest}`;
}

const HEADER = ['kind', 'outcome', 'problem', 'count', 'median s', 'p95 s', 'longest s'];
/** Columns from here on are numbers. */
const FIRST_NUMBER = 3;

/** The conversions of the last days: one line for each kind of file and outcome, with the times that they took. */
export async function reportConversions(
  { db, clock }: Pick<OperatorDependencies, 'db' | 'clock'>,
  days: number,
): Promise<string> {
  const totals = await readConversionTotals(db, new Date(clock().getTime() - days * DAY_MS));
  if (totals.length === 0) return 'No document was converted in that time.';
  const rows = totals.map(({ kind, outcome, problem, count, median, p95, longest }) => [
    ...[kind ?? 'not read', outcome ?? 'under way', problem ?? '', String(count)],
    ...[median, p95, longest].map((seconds) => seconds?.toFixed(2) ?? ''),
  ]);
  const widths = HEADER.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column < FIRST_NUMBER ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return [HEADER, ...rows].map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
}

/** Which lines of the audit trail to print. */
interface TrailOptions {
  readonly account: string | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
}

async function findOwner(db: Db, email: string) {
  const account = await findAccount(db, email);
  if (!account) throw new OperatorError('There is no account with this address.');
  const applications = await findApplicationsByEmail(db, email);
  const rows = await Promise.all(applications.map(({ id }) => listOfficeRows(db, id)));
  return {
    accountId: account.id,
    applications: rows.flatMap(({ listed }) =>
      listed.map(({ application_id: id, confirmation_number: number }) => ({ id, number })),
    ),
  };
}

/** The newest lines of the audit trail that match, oldest first, with tabs between the columns. */
export async function formatTrail(db: Db, { account, since, limit }: TrailOptions): Promise<string> {
  const owner = account === undefined ? undefined : await findOwner(db, account.toLowerCase());
  const events = await readTrail(db, { owner, since, limit });
  if (events.length === 0) return 'The audit trail has no such lines.';
  const owners = await findOwners(db, [...new Set(events.flatMap(({ account_id }) => account_id ?? []))]);
  return tabbed(
    ['time', 'event', 'actor', 'network', 'account', 'link', 'detail'],
    events.map(({ at, kind, actor, network, account_id, token_id, detail }) => {
      const facts = Object.entries(detail).map(([name, value]) => `${name}=${value}`);
      const email = owners.get(account_id ?? '')?.email ?? account_id;
      return [at.toISOString(), kind, actor, network, email, token_id, facts.join(' ')];
    }),
  );
}

/** formatTrail() for the database at an address. */
export async function printTrail(
  databaseUrl: string,
  options: TrailOptions,
  interruption: AbortSignal,
): Promise<string> {
  const pool = createPool(databaseUrl, { connections: CONNECTIONS.command });
  const db = createDatabase(endPoolOnAbort(pool, interruption));
  return formatTrail(db, options).finally(() => db.destroy());
}

/** Seals every answer with the current secret key, reports progress, and says what the operator can do next. */
export async function rotateSecretKey(deps: SecretKeyDependencies, print: (line: string) => void): Promise<string> {
  const { resealed, unreadable } = await rotateKey(deps, (done, total) => {
    print(`${done} of ${counted(total, 'application')} with sealed answers`);
  });
  const damaged =
    unreadable === 0
      ? ''
      : ` ${counted(unreadable, 'sealed answer')} cannot be opened with any known key and did not change.`;
  return `${counted(resealed, 'answer')} sealed with the current key.${damaged} No answer needs the previous key now: remove SECRET_KEY_PREVIOUS (or the file secret-key-previous in DATA_DIR), and start again.`;
}
