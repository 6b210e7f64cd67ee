import type { Residence } from '@firstyear/api-contract/desk';
import { type Answers, type Form, type Role, textOfRole, traitsOf } from '@firstyear/form-engine';
import { fold } from '@firstyear/school-search/school-text';
import type { Db, Tx } from '../../../db/transaction.ts';
import {
  selectExtension as findExtension,
  type RoleColumns,
  updateAssignedKey,
  updateRoleColumns,
} from './repository.ts';

export { findExtension };

/** What the list of applications has of the answers, by role. */
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
/** Longer than any name that the form takes. */
const MAX_LENGTH = 200;

/** A question whose answers are sealed is in no list, whatever its role. */
function isListed(form: Form, role: ListedRole): boolean {
  const question = form.byKey.get(form.roles[role] ?? '')?.question;
  return question !== undefined && !traitsOf(question).isSealed(question);
}

function residenceOf(state: string, country: string, home: string): Residence {
  if (country === '') return 'unknown';
  if (country !== HOME_COUNTRY) return 'international';
  return state === '' ? 'unknown' : state === home ? 'in_state' : 'out_of_state';
}

/** The columns of the list that these answers give. `home` is the university's state. */
export function roleColumns(form: Form, answers: Answers, home: string): RoleColumns {
  const textOf = (role: ListedRole) =>
    isListed(form, role) ? textOfRole(form, answers, role).trim().slice(0, MAX_LENGTH) : '';
  const [given_name, family_name, preferred_name] = [
    textOf('given_name'),
    textOf('family_name'),
    textOf('preferred_name'),
  ];
  const [state, country, school] = [textOf('state'), textOf('country'), textOf('school')];
  return {
    ...{ given_name, family_name, preferred_name, state, country, school },
    term: textOf('term'),
    major: textOf('major'),
    school_state: textOf('school_state'),
    residence: residenceOf(state, country, home),
    name_key: fold(`${family_name} ${given_name} ${preferred_name}`),
    school_key: fold(school),
  };
}

/** Whether one of the answers that the list has is another one now. */
export function isListChanged(form: Form, before: Answers, after: Answers): boolean {
  return LISTED_ROLES.some((role) => textOfRole(form, before, role) !== textOfRole(form, after, role));
}

/** Writes the answers that the list has, in the transaction that changes them. */
export async function recordInList(
  db: Db | Tx,
  deps: { readonly form: Form; readonly partner: { readonly state: string } },
  applicationId: string,
  answers: Answers,
): Promise<void> {
  await updateRoleColumns(db, applicationId, roleColumns(deps.form, answers, deps.partner.state));
}

/** Writes the name of a colleague where applications are assigned to them; '' when they have left. */
export const recordColleague = (tx: Tx, staffId: string, name: string): Promise<void> =>
  updateAssignedKey(tx, staffId, fold(name));
