import { type ManyAct, RIGHTS, type Right, STAFF_ROLES, type StaffRole } from '@firstyear/api-contract/desk';
import type { When } from '@firstyear/form-engine';
import type { OfficeConfig } from '@firstyear/partner-config';

/** Who has which right. Each cell is tried by HTTP in rights.test.ts. */
const WHO: Readonly<Record<Right, readonly StaffRole[]>> = {
  list: ['reader', 'clerk', 'director', 'auditor'],
  read: ['reader', 'clerk', 'director'],
  open_sealed: ['director'],
  note: ['reader', 'clerk', 'director'],
  assign: ['clerk', 'director'],
  mail_again: ['clerk', 'director'],
  extend_deadline: ['clerk', 'director'],
  reopen: ['director'],
  act_on_many: ['clerk', 'director'],
  export: ['director'],
  numbers: ['director', 'auditor'],
  audit_trail: ['director', 'auditor'],
  staff: ['director'],
};

/** What a list shows to a role: everything, submitted applications alone, or only number, name and status. */
export const SEES: Readonly<Record<StaffRole, 'all' | 'submitted' | 'names'>> = {
  reader: 'submitted',
  clerk: 'all',
  director: 'all',
  auditor: 'names',
};

/** Whether lists show a role answers of drafts. */
export const seesDraftAnswers = (office: OfficeConfig, role: StaffRole): boolean =>
  SEES[role] === 'all' && office.shows_draft_answers === true;

/** What a role may do to many at once; one by one it may do more. */
export const ACTS_ON_MANY: Readonly<Record<StaffRole, readonly ManyAct[]>> = {
  reader: [],
  clerk: ['add_label', 'remove_label', 'assign'],
  director: ['add_label', 'remove_label', 'assign', 'mail_again', 'extend_deadline', 'withdraw'],
  auditor: [],
};

/** Whose events of the audit trail a role sees: those of the office, or everybody's. */
export const SEES_EVENTS: Readonly<Record<StaffRole, 'none' | 'office' | 'all'>> = {
  reader: 'none',
  clerk: 'none',
  director: 'office',
  auditor: 'all',
};

/** A limited role could make a colleague who sees everything. */
const NOT_LIMITED: readonly Right[] = ['staff'];

export const rightsOf = (role: StaffRole, isLimited: boolean): ReadonlySet<Right> =>
  new Set(RIGHTS.filter((right) => WHO[right].includes(role) && !(isLimited && NOT_LIMITED.includes(right))));

const isStaffRole = (name: string): name is StaffRole => STAFF_ROLES.some((role) => role === name);

/** Finds a role by name, with its condition if the partner's file limits it; undefined for an unknown name. */
export function findRole(
  office: OfficeConfig,
  name: string,
): { readonly role: StaffRole; readonly condition: When | undefined } | undefined {
  if (isStaffRole(name)) return { role: name, condition: undefined };
  const limited = office.limited_roles;
  const found = limited !== undefined && Object.hasOwn(limited, name) ? limited[name] : undefined;
  return found && { role: found.role, condition: found.when };
}

/** The names of all roles that somebody can have. */
export const roleNames = (office: OfficeConfig): readonly string[] => [
  ...STAFF_ROLES,
  ...Object.keys(office.limited_roles ?? {}),
];
