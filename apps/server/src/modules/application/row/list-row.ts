import type { Residence } from '@firstyear/api-contract/desk';
import { type Answers, type Form, type Role, textOfRole, traitsOf } from '@firstyear/form-engine';
import { LIMITING_ROLES, type OfficeConfig } from '@firstyear/partner-config';
import { fold } from '@firstyear/school-search/school-text';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

/** The extended deadline, as a column of a query of applications. */
export const EXTENDED_UNTIL = sql<Date | null>`
  (select extended_until from office_application where application_id = application.id)
`.as('extended_until');

export const findExtension = async (db: Db, applicationId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('office_application')
    .select('extended_until')
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row?.extended_until ?? null;
};

/** Whether the application of an item or of a request to a helper is submitted, as a condition of a query. */
export const isOfSubmitted = (applicationId: 'item.application_id' | 'helper_request.application_id') => sql<boolean>`
  exists (select from office_application where application_id = ${sql.ref(applicationId)} and status = 'submitted')
`;

const PHONES = ['phone', 'mobile_phone', 'international_phone'] as const satisfies readonly Role[];
/** The answers that the list of applications shows or is searched by, by role. */
const LISTED_ROLES = [
  'given_name',
  'family_name',
  'preferred_name',
  'birth_date',
  ...PHONES,
  ...LIMITING_ROLES,
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

/** The digits of a phone number. Nobody dials the (0) in +44 (0)20 7183 8750. */
export const phoneDigits = (text: string): string => text.replace('(0)', '').replaceAll(/\D/g, '');

/** The list's columns for these answers. `home` is the university's state. */
function roleColumns(form: Form, answers: Answers, home: string) {
  const textOf = (role: ListedRole) =>
    isListed(form, role) ? textOfRole(form, answers, role).trim().slice(0, MAX_LENGTH) : '';
  const columns = {
    given_name: textOf('given_name'),
    family_name: textOf('family_name'),
    preferred_name: textOf('preferred_name'),
    birth_date: textOf('birth_date'),
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
    phone_key: PHONES.map((role) => phoneDigits(textOf(role))).join(' '),
  };
}

/** Whether one of the answers in the list has changed. */
export function isListChanged(form: Form, before: Answers, after: Answers): boolean {
  return LISTED_ROLES.some((role) => textOfRole(form, before, role) !== textOfRole(form, after, role));
}

/** Writes answers into the list, with the next statement or the commit of the transaction that changes them. */
export async function recordInList(
  db: Db,
  { form, partner }: { readonly form: Form; readonly partner: { readonly state: string } },
  applicationId: string,
  answers: Answers,
): Promise<void> {
  const columns = roleColumns(form, answers, partner.state);
  await db.updateTable('office_application').set(columns).where('application_id', '=', applicationId).execute();
}

/** The application of items with what mails and rules need of it. */
export interface Standing {
  readonly application_id: string;
  readonly account_id: string;
  readonly form: string;
  readonly season: string;
  readonly email: string;
  readonly language: string | null;
  readonly name: string;
  /** The confirmation number; null before a submission. */
  readonly number: string | null;
  readonly status: string;
  readonly checklist: Selectable<Database['office_application']>['checklist'];
}

export const readStanding = (db: Db, applicationId: string): Promise<Standing> =>
  db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.account_id')
    .innerJoin('office_application as listed', 'listed.application_id', 'application.id')
    .select(['application.id as application_id', 'account_id', 'form', 'season', 'account.email', 'account.language'])
    .select(['listed.status', 'listed.checklist', 'listed.confirmation_number as number'])
    .select(sql<string>`coalesce(nullif(preferred_name, ''), given_name)`.as('name'))
    .where('application.id', '=', applicationId)
    .executeTakeFirstOrThrow();

/** When the oldest came of what waits to be checked in a season, without withdrawn applications and test accounts. */
export async function selectWaitingSince(
  db: Db,
  { form, season }: Pick<Standing, 'form' | 'season'>,
  { test_email_domains = [] }: Pick<OfficeConfig, 'test_email_domains'>,
) {
  const row = await db
    .selectFrom('office_application as listed')
    .innerJoin('application', 'application.id', 'listed.application_id')
    .select('to_check_since')
    .where('listed.checklist', '=', 'to_check')
    .where('listed.status', '=', 'submitted')
    .where(sql<boolean>`split_part(listed.email, '@', 2) <> all(${test_email_domains}::text[])`)
    .where('form', '=', form)
    .where('season', '=', season)
    .orderBy('to_check_since')
    .limit(1)
    .executeTakeFirst();
  return row?.to_check_since ?? undefined;
}
