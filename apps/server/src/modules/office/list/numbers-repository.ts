import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { all, type Condition } from './repository.ts';

export interface Counted {
  readonly value: string;
  readonly count: number;
}

const fitting = (db: Db, conditions: readonly Condition[]) =>
  db.selectFrom('office_application').where(all(conditions));

/** Counts by the value of a column, the largest first. */
export function countBy(
  db: Db,
  conditions: readonly Condition[],
  column: 'term' | 'state' | 'residence' | 'school' | 'status' | 'language' | 'device',
  limit: number,
): Promise<readonly Counted[]> {
  return fitting(db, conditions)
    .select([`${column} as value`, (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(column)
    .orderBy('count', 'desc')
    .orderBy(column)
    .limit(limit)
    .execute();
}

/** How many were started, or submitted, on each day of a time zone. */
export function countByDay(
  db: Db,
  conditions: readonly Condition[],
  column: 'started_at' | 'submitted_at',
  timeZone: string,
): Promise<readonly Counted[]> {
  const day = sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD')`;
  return fitting(db, conditions)
    .where(column, 'is not', null)
    .select([day.as('value'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(day)
    .orderBy('value')
    .execute();
}

/** How many drafts there are by the page that was open last. */
export function countByPage(db: Db, conditions: readonly Condition[]): Promise<readonly Counted[]> {
  return fitting(db, conditions)
    .innerJoin('application', 'application.id', 'office_application.application_id')
    .where('office_application.status', '=', 'draft')
    .select(['application.last_page as value', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('application.last_page')
    .orderBy('count', 'desc')
    .execute();
}

/**
 * How many drafts there are by the question whose answer was saved last, the most first; of answers that were saved at once
 * the first of `keys` counts.
 */
export function countByQuestion(
  db: Db,
  conditions: readonly Condition[],
  keys: readonly string[],
  limit: number,
): Promise<readonly Counted[]> {
  // The long column is read only where the latest entries have just been moved there.
  const last = sql<string>`(
    select key from jsonb_each(case when recent_versions = '{}' then answer_versions else recent_versions end)
    where key = any(${keys}::text[])
    order by (value ->> 'edited_at')::numeric desc, array_position(${keys}::text[], key) limit 1)`;
  const drafts = fitting(db, conditions)
    .innerJoin('application', 'application.id', 'office_application.application_id')
    .where('office_application.status', '=', 'draft')
    .select(last.as('value'));
  return db
    .selectFrom(drafts.as('drafts'))
    .select(['value', (eb) => eb.fn.countAll<number>().as('count')])
    .where('value', 'is not', null)
    .groupBy('value')
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(limit)
    .execute();
}

export async function countWaitingDocuments(db: Db, conditions: readonly Condition[]): Promise<number> {
  const { count } = await fitting(db, conditions)
    .where('documents', '=', 'waiting')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
