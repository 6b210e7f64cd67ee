import type { QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import type { numbers } from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { seesDraftAnswers } from '../../accounts/staff/rights.ts';
import { countUnsentByState } from '../../reference/mail/service.ts';
import { filterOf, isByHiddenAnswer, isSent, notTest, scopeOf, type Viewer } from './filter.ts';
import { all, type Condition, emailsWithin } from './repository.ts';
import type { ListDependencies } from './service.ts';

const MOST_SCHOOLS = 50;
const MOST_VALUES = 100;
const MOST_QUESTIONS = 20;

interface Counted {
  readonly value: string;
  readonly count: number;
}

const matching = (db: Db, conditions: readonly Condition[]) =>
  db.selectFrom('office_application').where(all(conditions));
const draftsOf = (db: Db, conditions: readonly Condition[]) =>
  matching(db, conditions)
    .innerJoin('application', 'application.id', 'office_application.application_id')
    .where('office_application.status', '=', 'draft');

/** Counts by the value of a column, the largest first. */
const countBy = (
  db: Db,
  conditions: readonly Condition[],
  column: 'term' | 'state' | 'residence' | 'school' | 'status' | 'language' | 'device',
  limit = MOST_VALUES,
): Promise<Counted[]> =>
  matching(db, conditions)
    .select([`${column} as value`, (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(column)
    .orderBy('count', 'desc')
    .orderBy(column)
    .limit(limit)
    .execute();

/** Counts of applications started, or submitted, on each day of a time zone. */
async function countByDay(
  db: Db,
  conditions: readonly Condition[],
  column: 'started_at' | 'submitted_at',
  timeZone: string,
): Promise<ReadonlyMap<string, number>> {
  const day = sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD')`;
  const rows = await matching(db, conditions)
    .where(column, 'is not', null)
    .select([day.as('value'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(day)
    .execute();
  return new Map(rows.map(({ value, count }) => [value, count]));
}

/** Counts of drafts by the page that was open last. */
const countByPage = (db: Db, conditions: readonly Condition[]): Promise<Counted[]> =>
  draftsOf(db, conditions)
    .select(['application.last_page as value', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('application.last_page')
    .orderBy('count', 'desc')
    .execute();

/** Counts of drafts by the question whose answer was saved last, the largest first. Among answers saved at once, the first key counts. */
function countByQuestion(db: Db, conditions: readonly Condition[], keys: readonly string[]): Promise<Counted[]> {
  // The long column is read only if the latest versions have just been moved there.
  const last = sql<string>`(
    select key from jsonb_each(case when recent_versions = '{}' then answer_versions else recent_versions end)
    where key = any(${keys}::text[])
    order by (value ->> 'edited_at')::numeric desc, array_position(${keys}::text[], key) limit 1)`;
  return db
    .selectFrom(draftsOf(db, conditions).select(last.as('value')).as('drafts'))
    .select(['value', (eb) => eb.fn.countAll<number>().as('count')])
    .where('value', 'is not', null)
    .groupBy('value')
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(MOST_QUESTIONS)
    .execute();
}

async function countWaitingDocuments(db: Db, conditions: readonly Condition[]): Promise<number> {
  const { count } = await matching(db, conditions)
    .where('documents', '=', 'waiting')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The counted mails: in a limited role, those to its applicants. */
function isCounted(deps: ListDependencies, viewer: Viewer) {
  const { test_email_domains = [] } = deps.office;
  if (viewer.condition !== undefined) {
    return sql<boolean>`recipient in ${emailsWithin([...scopeOf(deps, viewer), ...notTest(deps)])}`;
  }
  return sql<boolean>`split_part(recipient, '@', 2) <> all(${test_email_domains}::text[])`;
}

/** Statistics of the applications that a colleague sees, without test accounts. */
export async function readNumbers(
  deps: ListDependencies,
  viewer: Viewer,
  { term }: QueryOf<typeof numbers>,
): Promise<ResponseOf<typeof numbers>> {
  const { db, partner } = deps;
  const isWithoutDrafts = isByHiddenAnswer(deps, viewer, { term });
  const conditions = [
    ...scopeOf(deps, viewer),
    ...filterOf(deps, viewer, { term }, 'all'),
    ...(isWithoutDrafts ? [isSent] : []),
  ];
  const sent = [...conditions, isSent];
  // A school with one draft would tell that applicant's answer.
  const byAnswers = seesDraftAnswers(deps.office, viewer.role) ? conditions : sent;
  const statuses = await countBy(db, conditions, 'status');
  const started = await countByDay(db, conditions, 'started_at', partner.time_zone);
  const submitted = await countByDay(db, conditions, 'submitted_at', partner.time_zone);
  const days = [...new Set([...started.keys(), ...submitted.keys()])].sort();
  const keys = deps.forms.all.flatMap(({ form }) => form.fields.map(({ question }) => question.key));
  const mails = await countUnsentByState(db, isCounted(deps, viewer));
  return {
    started: statuses.reduce((sum, { count }) => sum + count, 0),
    submitted: statuses.find(({ value }) => value === 'submitted')?.count ?? 0,
    by_day: days.map((day) => ({ day, started: started.get(day) ?? 0, submitted: submitted.get(day) ?? 0 })),
    by_term: await countBy(db, byAnswers, 'term'),
    by_state: await countBy(db, byAnswers, 'state'),
    by_residence: await countBy(db, byAnswers, 'residence'),
    by_school: await countBy(db, byAnswers, 'school', MOST_SCHOOLS),
    by_language: await countBy(db, sent, 'language'),
    by_device: await countBy(db, sent, 'device'),
    drafts_stop_at: await countByPage(db, conditions),
    drafts_stop_after: await countByQuestion(db, conditions, keys),
    documents_waiting: await countWaitingDocuments(db, conditions),
    mails_waiting: mails.waiting,
    mails_failed: mails.failed,
  };
}
