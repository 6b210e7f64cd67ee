import type { QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import type { ListFilter, numbers } from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { SEES, seesDraftAnswers } from '../../accounts/staff/rights.ts';
import { countUnsentByState } from '../../mail/service.ts';
import { filterOf, isByHiddenAnswer, isSent, notTest, scopeOf, type Viewer } from './filter.ts';
import { all, type Condition, emailsWithin } from './repository.ts';
import { type ListDependencies, listConditions } from './service.ts';

const MOST_SCHOOLS = 50;
const MOST_VALUES = 100;
const MOST_QUESTIONS = 20;

interface Counted {
  readonly value: string | null;
  readonly count: number;
}

const sumOf = (rows: readonly Counted[]) => rows.reduce((sum, { count }) => sum + count, 0);

const matching = (db: Db, conditions: readonly Condition[]) =>
  db.selectFrom('office_application').where(all(conditions));
const draftsOf = (db: Db, conditions: readonly Condition[]) =>
  matching(db, conditions)
    .innerJoin('application', 'application.id', 'office_application.application_id')
    .where('office_application.status', '=', 'draft');

interface CountedList {
  readonly conditions: readonly Condition[];
  readonly total: number;
  /** Whether drafts are counted by their answers, not as unknown. */
  readonly seesDrafts: boolean;
}

/** Counts by the value of a column, the largest first, and all others last. */
async function countBy(
  db: Db,
  { conditions, total, seesDrafts }: CountedList,
  column: 'term' | 'state' | 'residence' | 'school' | 'language' | 'device' | 'stage' | 'checklist',
  limit = MOST_VALUES,
): Promise<Counted[]> {
  // A school with one draft would tell that applicant's answer.
  const answer = sql.ref<string>(`office_application.${column}`);
  const value = seesDrafts ? answer : sql<string>`case when ${isSent} then ${answer} else '' end`;
  const rows = await matching(db, conditions)
    .select([value.as('value'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('value')
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(limit)
    .execute();
  const others = total - sumOf(rows);
  return others > 0 ? [...rows, { value: null, count: others }] : rows;
}

const countStatuses = (db: Db, conditions: readonly Condition[]): Promise<Counted[]> =>
  matching(db, conditions)
    .select(['status as value', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();

/** Counts of applications started, or submitted, on each day of a time zone. */
async function countByDay(
  db: Db,
  conditions: readonly Condition[],
  column: 'started_at' | 'submitted_at' | 'completed_at',
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

/**
 * The conditions of a list. Who sees only names may ask for a term alone: the numbers of a search that finds one applicant would tell
 * their answers.
 */
async function conditionsOf(deps: ListDependencies, viewer: Viewer, filter: ListFilter): Promise<readonly Condition[]> {
  const { term } = filter;
  return [
    ...(await listConditions(deps, viewer, SEES[viewer.role] === 'names' ? {} : filter)),
    ...filterOf(deps, viewer, { term }, 'all'),
    ...(isByHiddenAnswer(deps, viewer, { term }) ? [isSent] : []),
  ];
}

/** Statistics of the applications in a list of a colleague, without test accounts. */
export async function readNumbers(
  deps: ListDependencies,
  viewer: Viewer,
  { of = 'submitted', ...filter }: QueryOf<typeof numbers>,
): Promise<ResponseOf<typeof numbers>> {
  const { db, partner } = deps;
  const conditions = [...(await conditionsOf(deps, viewer, filter)), ...notTest(deps)];
  const isSubmitted = sql<boolean>`office_application.status = 'submitted'`;
  const statuses = await countStatuses(db, conditions);
  const countOf = (status: string) => statuses.find(({ value }) => value === status)?.count ?? 0;
  const seesDrafts = seesDraftAnswers(deps.office, viewer.role);
  const all = { conditions, total: sumOf(statuses), seesDrafts };
  const sent = { conditions: [...conditions, isSubmitted], total: countOf('submitted'), seesDrafts };
  const counted = of === 'submitted' ? sent : all;
  const started = await countByDay(db, conditions, 'started_at', partner.time_zone);
  const submitted = await countByDay(db, sent.conditions, 'submitted_at', partner.time_zone);
  const complete = await countByDay(db, sent.conditions, 'completed_at', partner.time_zone);
  const days = [...new Set([...started.keys(), ...submitted.keys(), ...complete.keys()])].sort();
  const keys = deps.forms.all.flatMap(({ form }) => form.fields.map(({ question }) => question.key));
  const mails = await countUnsentByState(db, isCounted(deps, viewer));
  return {
    started: all.total,
    submitted: sent.total,
    withdrawn: countOf('withdrawn'),
    by_day: days.map((day) => ({
      day,
      started: started.get(day) ?? 0,
      submitted: submitted.get(day) ?? 0,
      complete: complete.get(day) ?? 0,
    })),
    by_checklist: await countBy(db, sent, 'checklist'),
    by_term: await countBy(db, counted, 'term'),
    by_state: await countBy(db, counted, 'state'),
    by_residence: await countBy(db, counted, 'residence'),
    by_school: await countBy(db, counted, 'school', MOST_SCHOOLS),
    by_language: await countBy(db, counted, 'language'),
    by_stage: deps.office.stages ? await countBy(db, counted, 'stage') : [],
    by_device: await countBy(db, counted, 'device'),
    drafts_stop_at: await countByPage(db, conditions),
    drafts_stop_after: await countByQuestion(db, conditions, keys),
    documents_waiting: await countWaitingDocuments(db, conditions),
    mails_waiting: mails.waiting,
    mails_failed: mails.failed,
  };
}
