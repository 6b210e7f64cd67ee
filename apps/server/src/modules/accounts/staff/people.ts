import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import {
  type AuditKind,
  type changeStaff,
  officeLinks,
  type StaffPerson,
  type staffList,
} from '@firstyear/api-contract/desk';
import type { OfficeConfig } from '@firstyear/partner-config';
import { textSealer } from '../../../crypto/sealed-text.ts';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { type Actor, type AuditEvent, audit } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { MAIL_LIFE_MS } from '../../mail/mail-kinds.ts';
import { queueMail } from '../../mail/service.ts';
import { emailOf } from '../identity/dependencies.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { PasswordStrength } from '../identity/password-strength.ts';
import { linkMadeMail } from './mails.ts';
import {
  countSessions,
  deleteSessionsOf,
  insertPerson,
  lockPeople,
  replaceLinks,
  type StaffRow,
  selectNames,
  selectPeople,
  setNewSince,
  updatePerson,
} from './repository.ts';
import { findRole, roleNames, roleOf } from './rights.ts';

export type PeopleDependencies = Pick<AppDependencies, 'db' | 'clock' | 'partner'> & {
  /** Without it, as at the command line, nobody is mailed about a new link. */
  readonly jobs?: AppDependencies['jobs'];
  readonly config: Pick<AppDependencies['config'], 'secret' | 'publicUrl'>;
  readonly office: OfficeConfig;
};

export type NamingDependencies = PeopleDependencies & {
  /** Called in the transaction that changes a colleague's name; '' when they leave. */
  readonly onColleagueNamed: (tx: Tx, staffId: string, name: string) => Promise<void>;
};

export type StaffDependencies = PeopleDependencies & {
  readonly jobs: AppDependencies['jobs'];
  readonly databaseClock: DatabaseClock;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
};

/** How long a link to set a password works. */
export const LINK_LIFE_MS = MAIL_LIFE_MS.staff_link_made;

export interface StaffLink {
  readonly link: string;
  readonly expiresAt: Date;
}

/** Encrypts the keys of authenticator apps, and refresh tokens. */
export const staffSealer = ({ config }: { readonly config: Pick<PeopleDependencies['config'], 'secret'> }) =>
  textSealer(config.secret, 'staff secrets');

/** The maker of a link as the audit trail names it: the id of a colleague, or an operator. */
const makerOf = (by: Actor): string => {
  if (by.kind === 'staff') return by.staffId;
  return by.kind === 'operator' ? `operator ${by.user}` : by.kind;
};

/** The name of a link's maker, for a mail. */
export const makerName = async (db: Db, madeBy: string): Promise<string> =>
  /^[\da-f-]{36}$/.test(madeBy) ? ((await selectNames(db, [madeBy])).get(madeBy) ?? madeBy) : madeBy;

/** Makes a single-use link for setting a person's password and authenticator app, and mails it to them. */
async function issueLink(tx: Tx, deps: PeopleDependencies, by: Actor, person: StaffRow): Promise<StaffLink> {
  const token = newToken();
  const created_at = deps.clock();
  const expires_at = new Date(created_at.getTime() + LINK_LIFE_MS);
  const made_by = makerOf(by);
  await replaceLinks(tx, { token_hash: hashToken(token), staff_id: person.id, made_by, created_at, expires_at });
  const made = { link: officeLinks.setUp(deps.config.publicUrl, token), expiresAt: expires_at };
  if (deps.jobs) {
    const mail = linkMadeMail(deps.partner, person, await makerName(tx, made_by), made);
    await queueMail(tx, deps.jobs, mail, created_at);
  }
  return made;
}

/** Adds an event about a person of the office to the audit trail. */
export const auditStaff = (
  db: Db,
  deps: Pick<PeopleDependencies, 'clock'>,
  by: Actor,
  kind: AuditKind,
  detail: { readonly staff_id: string } & AuditEvent['detail'],
): Promise<void> => audit(db, { kind, by, accountId: null, detail, at: deps.clock() });

/** A person as the list of staff shows them. */
export function toStaffPerson(row: StaffRow, sessions = 0): StaffPerson {
  const { id, email, name, created_at, last_seen_at, password_hash, subject } = row;
  return {
    id,
    email,
    name,
    role: roleOf(row),
    role_from: row.role === '' ? 'university' : 'office',
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    is_set_up: subject !== null || password_hash !== null,
    sessions,
  };
}

/** Everybody in the office, and the roles that they can have. */
export async function listStaff(
  deps: PeopleDependencies & Pick<StaffDependencies, 'databaseClock'>,
): Promise<ResponseOf<typeof staffList>> {
  const sessions = await countSessions(deps.db, deps.databaseClock);
  const people = await selectPeople(deps.db);
  return {
    people: people.map((row) => toStaffPerson(row, sessions.get(row.id))),
    roles: [...roleNames(deps.office)],
  };
}

/** Makes the applications that arrived until a moment no longer new: what arrived while the list was on the screen stays new. */
export async function markAllSeen(
  { db, clock }: PeopleDependencies,
  { staffId }: { readonly staffId: string },
  until: string,
): Promise<void> {
  await setNewSince(db, staffId, new Date(Math.min(Date.parse(until), clock().getTime())));
}

function requireRole({ office }: PeopleDependencies, name: string): void {
  if (!findRole(office, name)) throw new ApiError('bad_role');
}

/** Where colleagues sign in with the university, only operators make links, for the case that its sign-on doesn't work. */
const makesLinks = ({ office }: PeopleDependencies, by: Actor) =>
  by.kind === 'operator' || office.sign_on === undefined;

/** Adds a person to the office and returns a link for them; none where colleagues sign in with the university. 400 invalid_username, bad_role; 409 staff_exists. */
export async function addPerson(
  deps: PeopleDependencies,
  by: Actor,
  added: { readonly email: string; readonly name: string; readonly role: string },
): Promise<{ readonly person: StaffRow; readonly made: StaffLink | undefined }> {
  const email = emailOf(added.email);
  requireRole(deps, added.role);
  return inTransaction(deps.db, async (tx) => {
    const person = await insertPerson(tx, { ...added, email, created_at: deps.clock() });
    if (!person) throw new ApiError('staff_exists');
    await auditStaff(tx, deps, by, 'staff_added', { staff_id: person.id, role: person.role });
    return { person, made: makesLinks(deps, by) ? await issueLink(tx, deps, by, person) : undefined };
  });
}

/** Changes a person while everybody in the office is locked. 404 not_found if there is no such person. */
function withPerson<T>(
  deps: PeopleDependencies,
  id: string,
  change: (tx: Tx, person: StaffRow, people: readonly StaffRow[]) => Promise<T>,
): Promise<T> {
  return inTransaction(deps.db, async (tx) => {
    const people = await lockPeople(tx);
    const person = people.find((person) => person.id === id);
    if (!person) throw new ApiError('not_found');
    return change(tx, person, people);
  });
}

const isSelf = (by: Actor, id: string) => by.kind === 'staff' && by.staffId === id;

/** 409 last_director if nobody else is a director, since only directors can add people in the app. */
function requireOtherDirector({ office }: PeopleDependencies, people: readonly StaffRow[], id: string): void {
  const directors = people.filter(({ role }) => findRole(office, role)?.role === 'director');
  if (directors.length === 1 && directors[0]?.id === id) throw new ApiError('last_director');
}

export const isLastDirector = (error: unknown): boolean => error instanceof ApiError && error.code === 'last_director';

/**
 * Changes a person's name or role. A new role ends their sessions. 403 own_role for one's own role, 409 last_director for the only
 * director's.
 */
export function changePerson(
  deps: NamingDependencies & Pick<StaffDependencies, 'databaseClock'>,
  by: Actor,
  id: string,
  change: PayloadOf<typeof changeStaff>,
): Promise<StaffPerson> {
  if (change.role !== undefined) requireRole(deps, change.role);
  return withPerson(deps, id, async (tx, person, people) => {
    const { name = person.name, role = person.role } = change;
    const isNewRole = person.role !== role;
    if (isNewRole && isSelf(by, id)) throw new ApiError('own_role');
    if (findRole(deps.office, role)?.role !== 'director') requireOtherDirector(deps, people, id);
    await updatePerson(tx, id, { name, role });
    if (person.name !== name) await deps.onColleagueNamed(tx, id, name);
    if (isNewRole) await deleteSessionsOf(tx, id);
    await auditStaff(tx, deps, by, 'staff_changed', { staff_id: id, role, role_before: person.role });
    const sessions = await countSessions(tx, deps.databaseClock);
    return toStaffPerson({ ...person, name, role }, sessions.get(id));
  });
}

/** Removes a person, whose access ends at once. 403 own_role, 409 last_director. */
export function removePerson(deps: NamingDependencies, by: Actor, id: string): Promise<void> {
  return withPerson(deps, id, async (tx, _person, people) => {
    if (isSelf(by, id)) throw new ApiError('own_role');
    requireOtherDirector(deps, people, id);
    await updatePerson(tx, id, { removed_at: deps.clock(), password_hash: null, totp_secret: null });
    await deps.onColleagueNamed(tx, id, '');
    await deleteSessionsOf(tx, id);
    await auditStaff(tx, deps, by, 'staff_removed', { staff_id: id });
  });
}

/** Ends all sessions of a person at once; returns how many there were. */
export function endSessionsOf(deps: PeopleDependencies, by: Actor, id: string): Promise<number> {
  return withPerson(deps, id, async (tx) => {
    const ended = await deleteSessionsOf(tx, id);
    await auditStaff(tx, deps, by, 'staff_sessions_ended', { staff_id: id, ended });
    return ended;
  });
}

/** A new link for a person; earlier ones stop working. 403 not_allowed for colleagues where they sign in with the university. */
export async function renewLink(deps: PeopleDependencies, by: Actor, id: string): Promise<StaffLink> {
  if (!makesLinks(deps, by)) throw new ApiError('not_allowed');
  return withPerson(deps, id, async (tx, person) => {
    await auditStaff(tx, deps, by, 'staff_link', { staff_id: id });
    return issueLink(tx, deps, by, person);
  });
}
