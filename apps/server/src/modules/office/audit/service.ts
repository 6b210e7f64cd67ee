import type { AuditKind } from '@firstyear/api-contract/desk';
import type { Db } from '../../../db/transaction.ts';
import { insertEvent } from './repository.ts';

export {
  type AuditRow,
  deleteOldFailedLogins,
  selectCanAlter as canAlterTrail,
  selectEvents as readTrail,
  selectEventsOf as listEvents,
  selectLastTime as findLastTime,
} from './repository.ts';

/** Who caused an event. Networks are as networkOf() has them. */
export type Actor =
  /** The owner of the account, with a session or a proof of their own: a code, a link, the password. */
  | { readonly kind: 'applicant'; readonly network: string }
  /** Somebody of the admissions office, by their id. */
  | { readonly kind: 'staff'; readonly staffId: string; readonly network: string }
  /** Anybody without one. */
  | { readonly kind: 'visitor'; readonly network: string }
  /** The holder of a service link; printing uses its own. */
  | { readonly kind: 'service_link'; readonly tokenId: string; readonly network: string }
  /** Somebody at the command line, under their name on that machine; with the link that they made. */
  | { readonly kind: 'operator'; readonly user: string; readonly tokenId?: string };

/** Somebody of the office who does something. */
export const staffActor = ({ staffId, network }: { readonly staffId: string; readonly network: string }) =>
  ({ kind: 'staff', staffId, network }) as const;

export interface AuditEvent {
  readonly kind: AuditKind;
  readonly by: Actor;
  /** Whose data it is about. */
  readonly accountId: string | null;
  /** Ids and plain facts; never an answer, a password, a code or a token. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
  readonly at: Date;
}

function describeActor(by: Actor) {
  switch (by.kind) {
    case 'applicant':
    case 'visitor':
      return { actor: by.kind, network: by.network, token_id: null };
    case 'staff':
      return { actor: `staff ${by.staffId}`, network: by.network, token_id: null };
    case 'service_link':
      return { actor: by.kind, network: by.network, token_id: by.tokenId };
    case 'operator':
      return { actor: `operator ${by.user}`, network: null, token_id: by.tokenId ?? null };
  }
}

/** Adds a line to the audit trail, which the database lets nobody change or delete. */
export async function audit(db: Db, { at, kind, by, accountId, detail = {} }: AuditEvent): Promise<void> {
  await insertEvent(db, { at, kind, account_id: accountId, detail: JSON.stringify(detail), ...describeActor(by) });
}
