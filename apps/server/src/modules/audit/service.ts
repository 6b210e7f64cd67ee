import { randomUUID } from 'node:crypto';
import type { AuditKind } from '@firstyear/api-contract/desk';
import type { Db } from '../../db/transaction.ts';
import { insertEvent, insertReason } from './repository.ts';

export {
  type AuditRow,
  deleteOldFailedLogins,
  insertReason,
  selectCanAlter as canAlterTrail,
  selectEventsOf as listEvents,
  selectPage as readTrailPage,
  type TrailRow,
} from './repository.ts';

/** The cause of an event. Networks are those of networkOf(). */
export type Actor =
  /** The account's owner, with a session, code, link or password. */
  | { readonly kind: 'applicant'; readonly network: string }
  /** A colleague in the admissions office. */
  | { readonly kind: 'staff'; readonly staffId: string; readonly network: string }
  /** Anybody without an account. */
  | { readonly kind: 'visitor'; readonly network: string }
  /** The holder of a service link. */
  | { readonly kind: 'service_link'; readonly tokenId: string; readonly network: string }
  /** The user at the command line, with the link that they made. */
  | { readonly kind: 'operator'; readonly user: string; readonly tokenId?: string };

/** The actor and the account of an event, for an applicant's session. */
export const byApplicant = ({ accountId, network }: { readonly accountId: string; readonly network: string }) =>
  ({ by: { kind: 'applicant', network }, accountId }) as const;

/** The colleague whose session this is. */
export const staffActor = ({ staffId, network }: { readonly staffId: string; readonly network: string }) =>
  ({ kind: 'staff', staffId, network }) as const;

/** The colleague's id in an event's actor, if it is a colleague. */
const staffIdOf = (actor: string): string | undefined => /^staff ([\da-f-]{36})$/.exec(actor)?.[1];

/** The ids of the colleagues among the actors of events. */
export const actorIds = (events: readonly { readonly actor: string }[]): readonly string[] =>
  events.flatMap(({ actor }) => staffIdOf(actor) ?? []);

/** The name of an event's actor, from the names of colleagues by id. */
export const actorName = (actor: string, colleagues: ReadonlyMap<string, string>): string =>
  colleagues.get(staffIdOf(actor) ?? '') ?? actor;

/** The operator who runs a command. */
export const operatorActor = ({ operator }: { readonly operator: string }) =>
  ({ kind: 'operator', user: operator }) as const;

export interface AuditEvent {
  readonly kind: AuditKind;
  readonly by: Actor;
  /** The account whose data it is about. */
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

/** Keeps the reason of an event about one application apart, so that it can be deleted with the applicant; returns what stays. */
async function keepReason(db: Db, { reason, ...rest }: NonNullable<AuditEvent['detail']>) {
  const { application_id } = rest;
  if (typeof reason !== 'string') return rest;
  if (typeof application_id !== 'string') return { ...rest, reason };
  const reason_id = randomUUID();
  await insertReason(db, { id: reason_id, application_id, text: reason });
  return { ...rest, reason_id };
}

/** Adds an event to the audit trail. The database lets nobody change or delete it. */
export async function audit(db: Db, { at, kind, by, accountId, detail = {} }: AuditEvent): Promise<void> {
  const kept = JSON.stringify(await keepReason(db, detail));
  await insertEvent(db, { at, kind, account_id: accountId, detail: kept, ...describeActor(by) });
}
