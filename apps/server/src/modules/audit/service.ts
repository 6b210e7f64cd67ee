import type { Db } from '../../db/transaction.ts';
import { insertEvent } from './repository.ts';

export { selectEventsOf as listEvents } from './repository.ts';

export interface AuditEvent {
  readonly kind: string;
  readonly accountId: string | null;
  /** Ids and plain facts; never an answer, a password, a code or a token. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
  readonly at: Date;
}

/** Adds a line to the audit trail, which the database lets nobody change or delete. */
export async function audit(db: Db, { at, kind, accountId, detail = {} }: AuditEvent): Promise<void> {
  await insertEvent(db, { at, kind, account_id: accountId, detail: JSON.stringify(detail) });
}
