import type { Db } from '../../db/transaction.ts';

export interface AuditEvent {
  readonly kind: string;
  readonly accountId: string | null;
  /** Ids and plain facts; never an answer, a password, a code or a token. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
  readonly at: Date;
}

/** Adds a line to the audit trail, which nobody can change. */
export async function audit(db: Db, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({ at: event.at, kind: event.kind, account_id: event.accountId, detail: JSON.stringify(event.detail ?? {}) })
    .execute();
}
