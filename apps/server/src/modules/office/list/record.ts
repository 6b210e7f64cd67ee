import type { Residence } from '@firstyear/api-contract/desk';
import { type Answers, type Form, type Role, textOfRole, traitsOf } from '@firstyear/form-engine';
import { fold } from '@firstyear/school-search/school-text';
import type { Db, Tx } from '../../../db/transaction.ts';
import { updateAssignedKey, updateRoleColumns } from './repository.ts';

export { EXTENDED_UNTIL, findExtension } from './repository.ts';

/** The answers that the list of applications shows, by role. */
const LISTED_ROLES = [
  'given_name',
  'family_name',
  'preferred_name',
  'term',
  'major',
  'state',
  'country',
  'school',
  'school_state',
] as const satisfies readonly Role[];
type ListedRole = (typeof LISTED_ROLES)[number];

const HOME_COUNTRY = 'USA';
/** Longer than any name that the form accepts. */
const MAX_LENGTH = 200;

/** Sealed answers are never listed, whatever the question's role. */
function isListed(form: Form, role: ListedRole): boolean {
  const question = form.byKey.get(form.roles[role] ?? '')?.question;
  return question !== undefined && !traitsOf(question).isSealed(question);
}

function residenceOf(state: string, country: string, home: string): Residence {
  if (country === '') return 'unknown';
  if (country !== HOME_COUNTRY) return 'international';
  return state === '' ? 'unknown' : state === home ? 'in_state' : 'out_of_state';
}

/** The list's columns for these answers. `home` is the university's state. */
function roleColumns(form: Form, answers: Answers, home: string) {
  const textOf = (role: ListedRole) =>
    isListed(form, role) ? textOfRole(form, answers, role).trim().slice(0, MAX_LENGTH) : '';
  const columns = {
    given_name: textOf('given_name'),
    family_name: textOf('family_name'),
    preferred_name: textOf('preferred_name'),
    term: textOf('term'),
    major: textOf('major'),
    state: textOf('state'),
    country: textOf('country'),
    school: textOf('school'),
    school_state: textOf('school_state'),
  };
  const { given_name, family_name, preferred_name, state, country, school } = columns;
  return {
    ...columns,
    residence: residenceOf(state, country, home),
    name_key: fold(`${family_name} ${given_name} ${preferred_name}`),
    school_key: fold(school),
  };
}

/** Whether one of the answers in the list has changed. */
export function isListChanged(form: Form, before: Answers, after: Answers): boolean {
  return LISTED_ROLES.some((role) => textOfRole(form, before, role) !== textOfRole(form, after, role));
}

/** Writes answers into the list, in the transaction that changes them. */
export async function recordInList(
  db: Db | Tx,
  deps: { readonly form: Form; readonly partner: { readonly state: string } },
  applicationId: string,
  answers: Answers,
): Promise<void> {
  await updateRoleColumns(db, applicationId, roleColumns(deps.form, answers, deps.partner.state));
}

/** Updates a colleague's name where applications are assigned to them; '' when they have left. */
export const recordColleague = (tx: Tx, staffId: string, name: string): Promise<void> =>
  updateAssignedKey(tx, staffId, fold(name));
