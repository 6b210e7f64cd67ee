import { CONNECTIONS } from '../db/connections.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { endPoolOnAbort } from '../db/end-on-abort.ts';
import type { Db } from '../db/transaction.ts';
import { findAccount, findEmails } from '../modules/accounts/account/service.ts';
import { type AuditRow, readTrail } from '../modules/office/audit/service.ts';
import { OperatorError } from './operator-error.ts';

/** Which lines of the audit trail. */
export interface AuditCommand {
  readonly account: string | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
}

const COLUMNS = ['time', 'event', 'actor', 'network', 'account', 'link', 'detail'];

function lineOf(row: AuditRow, emails: ReadonlyMap<string, string>): string {
  const account = row.account_id === null ? undefined : (emails.get(row.account_id) ?? row.account_id);
  const detail = Object.entries(row.detail).map(([name, value]) => `${name}=${value}`);
  const cells = [row.at.toISOString(), row.kind, row.actor, row.network, account, row.token_id, detail.join(' ')];
  return cells.map((cell) => cell || '-').join('\t');
}

/** The lines of the audit trail that fit, oldest first, with tabs between the columns. */
export async function formatTrail(db: Db, { account, since, limit }: AuditCommand): Promise<string> {
  const owner = account === undefined ? undefined : await findAccount(db, account.toLowerCase());
  if (account !== undefined && !owner) throw new OperatorError('There is no account with this address.');
  const events = await readTrail(db, { accountId: owner?.id, since, limit });
  if (events.length === 0) return 'The audit trail has no such lines.';
  const ids = new Set(events.flatMap((event) => event.account_id ?? []));
  const emails = await findEmails(db, [...ids]);
  return [COLUMNS.join('\t'), ...events.map((event) => lineOf(event, emails))].join('\n');
}

/** Reads the trail of the database at this address; see formatTrail(). */
export async function printTrail(
  databaseUrl: string,
  command: AuditCommand,
  interruption: AbortSignal,
): Promise<string> {
  const db = createDatabase(
    endPoolOnAbort(createPool(databaseUrl, { connections: CONNECTIONS.command }), interruption),
  );
  try {
    return await formatTrail(db, command);
  } finally {
    await db.destroy();
  }
}
