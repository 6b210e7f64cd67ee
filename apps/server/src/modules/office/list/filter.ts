import type { BuiltInView, ListFilter } from '@firstyear/api-contract/desk';
import type * as engine from '@firstyear/form-engine';
import type { AnswerValue, Form, Role, When } from '@firstyear/form-engine';
import { LIMITING_ROLES, type OfficeConfig } from '@firstyear/partner-config';
import { wordsOf } from '@firstyear/school-search/school-text';
import { type RawBuilder, sql } from 'kysely';
import type { ServedForms } from '../../../config/served-forms.ts';
import { dayBegins } from '../../../db/day-begins.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { SEES, seesDraftAnswers } from '../../accounts/staff/rights.ts';
import { phoneDigits } from '../../application/row/list-row.ts';
import type { Condition } from './repository.ts';
import { dayIn } from './written-day.ts';

/** The configuration that filters depend on. */
export interface FilterDependencies {
  readonly forms: ServedForms;
  readonly office: OfficeConfig;
  readonly partner: { readonly time_zone: string };
}
/** The colleague who reads the list. */
export type Viewer = Pick<StaffSession, 'staffId' | 'role' | 'condition' | 'newSince'>;

const NONE = sql<boolean>`false`;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The column with the answer to a question. Conditions of roles may use only these questions. */
function columnOf({ roles }: Pick<Form, 'roles'>, key: string): (typeof LIMITING_ROLES)[number] | undefined {
  return LIMITING_ROLES.find((role: Role) => roles[role] === key);
}

/** One comparison, with the result of holds(): a missing answer is ''. */
function comparison(form: Pick<Form, 'roles'>, condition: engine.Condition): Condition {
  const name = columnOf(form, condition.valueKey);
  // If the form lacks the question, nothing matches, so that nobody sees too much.
  if (name === undefined) return NONE;
  const column = sql.ref(`office_application.${name}`);
  const texts = (values: readonly AnswerValue[]) => values.filter((value) => typeof value === 'string');
  switch (condition.operator) {
    case 'answered':
      return sql<boolean>`${column} <> ''`;
    case 'notAnswered':
      return sql<boolean>`${column} = ''`;
    case 'equals':
      return typeof condition.target === 'string' ? sql<boolean>`${column} = ${condition.target}` : NONE;
    case 'notEquals':
      return typeof condition.target === 'string' ? sql<boolean>`${column} <> ${condition.target}` : sql<boolean>`true`;
    case 'in':
      return sql<boolean>`${column} = any(${texts(condition.target)}::text[])`;
    case 'notIn':
      return sql<boolean>`${column} <> all(${texts(condition.target)}::text[])`;
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return NONE;
  }
}

/** A role's condition in SQL. */
export function whenInSql(form: Pick<Form, 'roles'>, when: When): Condition {
  if ('allOf' in when) return joined(form, when.allOf, 'and');
  if ('anyOf' in when) return joined(form, when.anyOf, 'or');
  return comparison(form, when);
}
function joined(form: Pick<Form, 'roles'>, parts: readonly When[], word: 'and' | 'or'): Condition {
  if (parts.length === 0) return word === 'and' ? sql<boolean>`true` : NONE;
  return sql<boolean>`(${sql.join(
    parts.map((part) => whenInSql(form, part)),
    sql.raw(` ${word} `),
  )})`;
}

const isTest = ({ office }: FilterDependencies): Condition =>
  sql<boolean>`split_part(office_application.email, '@', 2) = any(${office.test_email_domains ?? []}::text[])`;

/** Whether an address belongs to a test account. */
export const isTestAddress = ({ office }: Pick<FilterDependencies, 'office'>, email: string): boolean =>
  office.test_email_domains?.includes(email.split('@')[1] ?? '') ?? false;

/** Excludes test accounts. */
export const notTest = (deps: FilterDependencies): readonly Condition[] =>
  (deps.office.test_email_domains ?? []).length === 0 ? [] : [sql<boolean>`not ${isTest(deps)}`];

const isSubmitted = sql<boolean>`office_application.status = 'submitted'`;

/** Limits every list to the applications that a colleague may see. */
export function scopeOf(deps: FilterDependencies, viewer: Viewer): readonly Condition[] {
  return [
    ...(SEES[viewer.role] === 'submitted' ? [isSubmitted] : []),
    ...(viewer.condition === undefined ? [] : [whenInSql(deps.forms.first.form, viewer.condition)]),
  ];
}

export const isSent = sql<boolean>`office_application.submitted_at is not null`;

const ANSWER_FILTERS = ['term', 'major', 'state', 'residence', 'school'] as const;

/** Whether a list would find or place drafts by an answer that their rows don't show. */
export const isByHiddenAnswer = ({ office }: FilterDependencies, { role }: Viewer, filter: ListFilter): boolean =>
  !seesDraftAnswers(office, role) &&
  ANSWER_FILTERS.some((name) => filter[name] !== undefined || filter.sort?.replace('-', '') === name);

/** A parsed search: an address or its beginning, a date of birth, a phone number, a confirmation number or its end, or words that names begin with. */
export interface Search {
  readonly condition: Condition;
  /** Compared with names when few names begin like the search. */
  readonly similarTo: string | undefined;
}

const likePrefix = (text: string) => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const wordsIn = (text: RawBuilder<string>) => sql`array_to_tsvector(array_remove(string_to_array(${text}, ' '), ''))`;
const namesAndNumber = sql<string>`name_key || ' ' || lower(replace(coalesce(confirmation_number, ''), '-', ''))`;
const namesNumberAndAddress = sql<string>`${namesAndNumber} || ' ' || regexp_replace(split_part(email, '@', 1), '[^a-z0-9]+', ' ', 'g')`;

const ADDRESS = /[^\s<>()"',;:]+@[^\s<>()"',;:]*/;
/** The last eight characters of a confirmation number. */
const NUMBER_END = /^[a-z\d]{4}[\s-]?[a-z\d]{4}$/i;
/** A phone number in any writing, such as (859) 555-0123 or +44 20 7183 8750. */
const PHONE = /^[+(\d][\d\s().+/-]*$/;
/** Digits that people leave out or add: those for calls abroad and long distance, and the leading 0 within a country. */
const DIALED_FIRST = /^(?:0+|1(?=\d{10}$))/;
/** Shorter ones are no phone number: without its area code, one has seven digits. */
const LEAST_DIGITS = 7;
/** The beginning of an address that no name begins like. */
const ADDRESS_START = /^(?=.*\d)[a-z\d._+-]+$/i;

/** A word of a name in PostgreSQL's notation. Chinese names are written without a space, family name first. */
function queryOfWord(word: string): string {
  const letters = /^\p{Script=Han}{2,6}$/u.test(word) ? [...word] : [];
  const parted = letters.slice(1).map((_, index) => {
    const [family, given] = [letters.slice(0, index + 1).join(''), letters.slice(index + 1).join('')];
    return `('${family}':* & '${given}':*)`;
  });
  return `(${[`'${word}':*`, ...parted].join(' | ')})`;
}

/** Parses a search. Undefined when it is too short. */
export function searchOf(q: string | undefined, deps: FilterDependencies, viewer: Viewer): Search | undefined {
  const seesOnlyNames = SEES[viewer.role] === 'names';
  const text = (q ?? '').trim();
  // One letter is a whole name in some scripts, such as Chinese.
  if (text.length < 2 && !/^\p{Lo}$/u.test(text)) return undefined;
  const hasAddress = (start: string) => sql<boolean>`office_application.email like ${likePrefix(start.toLowerCase())}`;
  const [address] = ADDRESS.exec(text) ?? [];
  if (address !== undefined) return { condition: seesOnlyNames ? NONE : hasAddress(address), similarTo: undefined };
  /** An answer finds no draft that doesn't show it. */
  const byAnswer = (condition: Condition) =>
    seesDraftAnswers(deps.office, viewer.role) ? condition : sql<boolean>`(${isSent} and ${condition})`;
  const born = seesOnlyNames ? undefined : dayIn(text);
  if (born) {
    const isBorn = byAnswer(sql<boolean>`office_application.birth_date = ${born.day}`);
    const others = searchOf(born.rest, deps, viewer);
    return { condition: others ? sql<boolean>`(${isBorn} and ${others.condition})` : isBorn, similarTo: undefined };
  }
  const number = text.replaceAll(/[\s-]/g, '').toLowerCase();
  const isNumber = /^fy\d{2}[a-z\d]*$/.test(number);
  const words = isNumber ? [number] : wordsOf(text).slice(0, 8);
  if (words.length === 0) return undefined;
  const query = words.map(queryOfWord).join(' & ');
  const isFound = sql<boolean>`office_application.search @@ ${query}::tsquery`;
  const isFoundByWords = seesOnlyNames
    ? sql<boolean>`(${isFound} and ${wordsIn(namesAndNumber)} @@ ${query}::tsquery)`
    : seesDraftAnswers(deps.office, viewer.role)
      ? isFound
      : sql<boolean>`(${isFound} and (${isSent} or ${wordsIn(namesNumberAndAddress)} @@ ${query}::tsquery))`;
  const digits = phoneDigits(text).replace(DIALED_FIRST, '');
  const ways = [
    isFoundByWords,
    ...(NUMBER_END.test(text)
      ? [sql<boolean>`lower(right(replace(office_application.confirmation_number, '-', ''), 8)) = ${number}`]
      : []),
    ...(PHONE.test(text) && digits.length >= LEAST_DIGITS && !seesOnlyNames
      ? [byAnswer(sql<boolean>`office_application.phone_key like ${`%${digits}%`}`)]
      : []),
    ...(ADDRESS_START.test(text) && !seesOnlyNames ? [hasAddress(text)] : []),
  ];
  const similarTo = isNumber || /\d/.test(text) || words.join('').length < 4 ? undefined : words.join(' ');
  return { condition: sql<boolean>`(${sql.join(ways, sql` or `)})`, similarTo };
}

const isUnread = sql<boolean>`office_application.status = 'submitted'
  and (office_application.looked_at is null or office_application.looked_at < office_application.submitted_at)`;

/** Submitted, or resubmitted, since this colleague marked all as seen, and not opened by them since. */
function isNew({ staffId, newSince }: Viewer): Condition {
  // For submissions, `moment` equals submitted_at, and it has the index.
  return sql<boolean>`(office_application.submitted_at is not null and office_application.moment > ${newSince} and not exists (
    select from office_look where office_look.application_id = office_application.application_id
      and office_look.staff_id = ${staffId}::uuid and greatest(office_look.present_at, office_look.looked_at) >= office_application.submitted_at))`;
}

const assignedTo = (who: string, { staffId }: Viewer): Condition => {
  if (who === 'nobody') return sql<boolean>`office_application.assigned_to is null`;
  const id = who === 'me' ? staffId : who;
  return UUID.test(id) ? sql<boolean>`office_application.assigned_to = ${id}::uuid` : NONE;
};

/** What waits to be checked. */
export const isToCheck = sql<boolean>`(${isSubmitted} and office_application.checklist = 'to_check')`;

function viewConditions(view: BuiltInView, viewer: Viewer): readonly Condition[] {
  switch (view) {
    case 'all':
      return [];
    case 'to-read':
      return [isUnread];
    case 'mine':
      return [assignedTo('me', viewer)];
    case 'new':
      return [isNew(viewer)];
    case 'documents-waiting':
      return [sql<boolean>`office_application.documents = 'waiting'`];
    case 'to-check':
      return [isToCheck];
    case 'complete':
      return [isSubmitted, sql<boolean>`office_application.checklist = 'complete'`];
    case 'drafts':
      return [sql<boolean>`office_application.status = 'draft'`];
  }
}

const EQUALITY_FILTERS = ['term', 'major', 'state', 'residence', 'language', 'checklist'] as const;

/** The conditions of a filter, without its search. A saved view is already merged into the filter. */
export function filterOf(
  deps: FilterDependencies,
  viewer: Viewer,
  filter: ListFilter,
  view: BuiltInView,
): readonly Condition[] {
  const conditions: Condition[] = [...viewConditions(view, viewer)];
  for (const column of EQUALITY_FILTERS) {
    const value = filter[column];
    if (value !== undefined) conditions.push(sql<boolean>`${sql.ref(`office_application.${column}`)} = ${value}`);
  }
  const { school, document, status, from, to, assigned, stage, label } = filter;
  if (school !== undefined) {
    conditions.push(sql<boolean>`office_application.school_key like ${likePrefix(wordsOf(school).join(' '))}`);
  }
  if (document !== undefined) conditions.push(sql<boolean>`office_application.documents = ${document}`);
  if (status === 'test') conditions.push(isTest(deps));
  else {
    conditions.push(...notTest(deps));
    if (status !== undefined) conditions.push(sql<boolean>`office_application.status = ${status}`);
  }
  if (from !== undefined)
    conditions.push(sql<boolean>`office_application.moment >= ${dayBegins(from, 0, deps.partner.time_zone)}`);
  if (to !== undefined)
    conditions.push(sql<boolean>`office_application.moment < ${dayBegins(to, 1, deps.partner.time_zone)}`);
  if (assigned !== undefined) conditions.push(assignedTo(assigned, viewer));
  if (stage !== undefined) conditions.push(sql<boolean>`office_application.stage = ${stage === 'none' ? '' : stage}`);
  if (label !== undefined) conditions.push(sql<boolean>`office_application.labels @> ${[label]}::text[]`);
  if (filter.is_new !== undefined) conditions.push(isNew(viewer));
  if (filter.unread !== undefined) conditions.push(isUnread);
  return conditions;
}
