import { MANY_ACTS, type ManyAct, RIGHTS, type Right, STAFF_ROLES, type StaffRole } from '@firstyear/api-contract/desk';
import type { When } from '@firstyear/form-engine';
import type { OfficeConfig } from '@firstyear/partner-config';

/** The roles with each right. rights.test.ts tries every combination by HTTP. */
const ROLES_WITH: Readonly<Record<Right, readonly StaffRole[]>> = {
  list: ['reader', 'clerk', 'director', 'auditor'],
  read: ['reader', 'clerk', 'director'],
  open_sealed: ['director'],
  note: ['reader', 'clerk', 'director'],
  assign: ['clerk', 'director'],
  checklist: ['clerk', 'director'],
  mail_again: ['clerk', 'director'],
  extend_deadline: ['clerk', 'director'],
  reopen: ['director'],
  act_on_many: ['clerk', 'director'],
  rename_labels: ['director'],
  export: ['director'],
  numbers: ['director', 'auditor'],
  audit_trail: ['director', 'auditor'],
  staff: ['director'],
};

/** What a role sees in lists: everything, submitted applications, or only number, name and status. */
export const SEES: Readonly<Record<StaffRole, 'all' | 'submitted' | 'names'>> = {
  reader: 'submitted',
  clerk: 'all',
  director: 'all',
  auditor: 'names',
};

/** Whether a role sees answers of drafts in lists. */
export const seesDraftAnswers = (office: OfficeConfig, role: StaffRole): boolean =>
  SEES[role] === 'all' && office.shows_draft_answers === true;

/** The acts on many applications that a role may do. On single applications it may do more. */
export const ACTS_ON_MANY: Readonly<Record<StaffRole, readonly ManyAct[]>> = {
  reader: [],
  clerk: ['add_label', 'remove_label', 'assign', 'set_stage', 'message', 'ask', 'accept_item', 'waive_item'],
  director: MANY_ACTS,
  auditor: [],
};

/** The events of the audit trail that a role sees: those of the office, or everybody's. */
export const SEES_EVENTS: Readonly<Record<StaffRole, 'none' | 'office' | 'all'>> = {
  reader: 'none',
  clerk: 'none',
  director: 'office',
  auditor: 'all',
};

/** Rights that a limited role doesn't get: it could add a colleague who sees everything, or change applications that it doesn't see. */
const UNLIMITED_ONLY: readonly Right[] = ['staff', 'rename_labels'];

export const rightsOf = (role: StaffRole, isLimited: boolean): ReadonlySet<Right> =>
  new Set(RIGHTS.filter((right) => ROLES_WITH[right].includes(role) && !(isLimited && UNLIMITED_ONLY.includes(right))));

/** The role in force: that of the page Staff, or else that of the university's claim. */
export const roleOf = (person: { readonly role: string; readonly claimed_role: string | null }): string =>
  person.role || (person.claimed_role ?? '');

const isStaffRole = (name: string): name is StaffRole => STAFF_ROLES.some((role) => role === name);

/** Finds a role by name, with its condition if the partner's file limits it; undefined for an unknown name. */
export function findRole(
  office: OfficeConfig,
  name: string,
): { readonly role: StaffRole; readonly condition: When | undefined } | undefined {
  if (isStaffRole(name)) return { role: name, condition: undefined };
  const limited = office.limited_roles;
  const entry = limited !== undefined && Object.hasOwn(limited, name) ? limited[name] : undefined;
  return entry && { role: entry.role, condition: entry.when };
}

/** Whether a colleague may open applications. To others none can be assigned. */
export function mayBeAssigned(office: OfficeConfig, person: Parameters<typeof roleOf>[0]): boolean {
  const found = findRole(office, roleOf(person));
  return found !== undefined && ROLES_WITH.read.includes(found.role);
}

/** The names of all roles. */
export const roleNames = (office: OfficeConfig): readonly string[] => [
  ...STAFF_ROLES,
  ...Object.keys(office.limited_roles ?? {}),
];
